import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { onServer } from './postgres-statement.ts';

export type FreshDatabase = { readonly url: string; readonly drop: () => Promise<void> };

/**
 * A database of its own on the run's real PostgreSQL (about 80 ms): today's tables without a row, or nothing at all with
 * `migrated: false`. Dropped with the run at the latest.
 */
export const freshDatabase = async ({ migrated = true } = {}): Promise<FreshDatabase> => {
  const { url, template } = inject('postgres');
  const name = template.replace('template', randomUUID().slice(0, 8));
  await onServer(url, `create database "${name}" template "${migrated ? template : 'template0'}"`);
  return {
    url: Object.assign(new URL(url), { pathname: `/${name}` }).href,
    drop: async () => {
      await onServer(url, `drop database if exists "${name}" with (force)`);
    },
  };
};
