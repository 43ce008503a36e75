import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { onServer } from './postgres-statement.ts';

/** One database, on the primary and on the standby. */
export type Pair = { readonly primary: string; readonly standby: string };

export type Replication = {
  /** An empty migrated database on both; it is dropped with the servers. */
  readonly freshPair: () => Promise<Pair>;
  readonly killStandby: () => Promise<void>;
  readonly startStandby: () => Promise<void>;
  /** Replaces it by a server at the same address with the same data, on another timeline. */
  readonly replacePrimary: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Errors of a machine that cannot have a standby. */
const IMPOSSIBLE = /libpqwalreceiver|Unsupported (?:architecture|platform)|Cannot find (?:module|package)/i;

const databaseAt = (url: string, database: string): string =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href;

/** Waits until the standby has replayed everything that is committed now. */
const caughtUp = async ({ primary, standby }: Pair): Promise<void> => {
  const [{ lsn } = {}] = await onServer(primary, 'select pg_current_wal_lsn()::text as lsn');
  const reached = `select pg_last_wal_replay_lsn() >= '${String(lsn)}'::pg_lsn as reached`;
  while ((await onServer(standby, reached))[0]?.['reached'] !== true) continue;
};

/** Starts a primary and its hot standby (about 4 s); answers why that cannot be where the binaries for it are missing. */
export const startReplication = async (): Promise<Replication | { readonly impossible: string }> => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./replication-process.ts', import.meta.url))]);
  let complaint = '';
  child.stderr.on('data', (chunk) => (complaint += String(chunk)));
  const ended = once(child, 'close');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const heard = async (): Promise<string> => {
    const { done, value } = await lines.next();
    if (done !== true) return value;
    await ended;
    throw new Error(`the servers ended:\n${complaint}`);
  };
  const obey = async (order: 'kill' | 'start' | 'replace'): Promise<void> => {
    child.stdin.write(`${order}\n`);
    await heard();
  };
  try {
    const servers = JSON.parse(await heard()) as Pair;
    await onServer(servers.primary, 'create database empty');
    const empty = await openPostgres({ url: databaseAt(servers.primary, 'empty'), poolSize: 2 });
    await migrate(empty);
    await empty.close();
    let count = 0;
    return {
      freshPair: async () => {
        const name = `fresh_${(count += 1)}`;
        await onServer(servers.primary, `create database ${name} template empty`);
        await caughtUp(servers);
        return { primary: databaseAt(servers.primary, name), standby: databaseAt(servers.standby, name) };
      },
      killStandby: () => obey('kill'),
      startStandby: () => obey('start'),
      replacePrimary: () => obey('replace'),
      stop: async () => {
        child.stdin.end();
        await ended;
      },
    };
  } catch (error) {
    child.stdin.end();
    const [reason] = IMPOSSIBLE.exec(complaint) ?? [];
    if (reason === undefined) throw error;
    return { impossible: `no standby can be made of this machine's PostgreSQL: ${reason}` };
  }
};
