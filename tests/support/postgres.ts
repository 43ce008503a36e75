import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import { onServer } from './postgres-statement.ts';

export type FreshDatabase = { readonly url: string; readonly drop: () => Promise<void> };

/**
 * Connections that were just closed may still be ending: if they were cut off, the client would report an error that nobody handles.
 */
const withoutConnections = async (url: string, name: string): Promise<void> => {
  for (let look = 0; look < 40; look += 1) {
    const open = await onServer(url, `select 1 from pg_stat_activity where datname = '${name}'`);
    if (open.length === 0) return;
    await wait(50);
  }
};

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
      await withoutConnections(url, name);
      await onServer(url, `drop database if exists "${name}" with (force)`);
    },
  };
};
