import { afterAll } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database, PostgresSettings } from '#adapters/mikro-orm/connection.ts';
import { startReplication } from './replication.ts';
import type { Pair, Replication } from './replication.ts';

/** Whether a reading that need not be fresh is answered by a replica which has replayed everything that is committed. */
export const isServedByReplica = async ({ query, reading }: Database): Promise<boolean> => {
  const [{ lsn } = { lsn: '' }] = await query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
  const text = 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::text::pg_lsn as "isThere"';
  const [{ isThere } = { isThere: false }] = await reading({})<{ isThere: boolean | null }>(text, [lsn]);
  return isThere === true;
};

/** The servers of this test file, until it ends, or why there are none. */
export const replicationOfThisFile = async () => {
  const started = await startReplication();
  const opened = new Set<Database>();
  const impossible = 'impossible' in started ? started.impossible : undefined;
  const servers = (): Replication => {
    if ('impossible' in started) throw new Error(started.impossible);
    return started;
  };
  afterAll(async () => {
    for (const database of opened) await database.close();
    if (impossible === undefined) await servers().stop();
  });

  return {
    impossible,
    servers,
    /** A database whose lists are read from its standby. */
    open: async (
      { lagMilliseconds = 5_000, ...settings }: Partial<PostgresSettings> & { lagMilliseconds?: number } = {},
      through: (pair: Pair) => Pair | Promise<Pair> = (pair) => pair,
    ) => {
      const pair = await servers().freshPair();
      const { primary, standby } = await through(pair);
      const log = memoryLog();
      const replicas = { urls: [standby], lagMilliseconds, log };
      const database = await openPostgres({ url: primary, replicas, ...settings });
      opened.add(database);
      const close = async (): Promise<void> => {
        opened.delete(database);
        await database.close();
      };
      return { ...database, close, pair, log };
    },
  };
};
