import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';

export type FreshDatabase = { readonly url: string; readonly drop: () => Promise<void> };

let kept: pg.Pool | undefined;

/**
 * Runs one statement on the run's server, on a connection that this process keeps: a new one sees none of the server's memory yet, and
 * so takes four times as long to copy a database.
 */
const administer = async (statement: string): Promise<readonly unknown[]> => {
  if (kept === undefined) {
    const { url } = inject('postgres');
    kept = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    // The server ends before the last process of the run.
    kept.on('error', () => {});
  }
  return (await kept.query<Readonly<Record<string, unknown>>>(statement)).rows;
};

/**
 * Connections that were just closed may still be ending: if they were cut off, the client would report an error that nobody handles.
 */
const withoutConnections = async (name: string): Promise<void> => {
  for (let look = 0; look < 200; look += 1) {
    const open = await administer(`select 1 from pg_stat_activity where datname = '${name}'`);
    if (open.length === 0) return;
    await wait(10);
  }
};

/**
 * A database of its own on the run's real PostgreSQL (about 40 ms): today's tables without a row, or nothing at all with
 * `migrated: false`. Dropped with the run at the latest.
 */
export const freshDatabase = async ({ migrated = true } = {}): Promise<FreshDatabase> => {
  const { url, template } = inject('postgres');
  const name = template.replace('template', randomUUID().slice(0, 8));
  await administer(`create database "${name}" template "${migrated ? template : 'template0'}"`);
  return {
    url: Object.assign(new URL(url), { pathname: `/${name}` }).href,
    drop: async () => {
      await withoutConnections(name);
      await administer(`drop database if exists "${name}" with (force)`);
    },
  };
};
