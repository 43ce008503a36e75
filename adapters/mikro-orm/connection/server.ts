import { MikroORM as PostgresOrm } from '@mikro-orm/postgresql';
import type { Options, PostgreSqlConnection } from '@mikro-orm/postgresql';
import type { CustomTypesConfig } from 'pg';

import { ROOM_FOR_CHANGES, ROOM_FOR_READS, openPipelines } from './pipelines.ts';
import { runOn } from './query.ts';
import type { Run } from './query.ts';
import { endingInSilence } from './silence.ts';

export type Pool = Awaited<ReturnType<PostgreSqlConnection['getNativeClient']>>;

export type ServerSettings = {
  readonly url: string;
  readonly poolSize?: number;
  /** How long a transaction or a read may wait for a free connection. */
  readonly acquireMilliseconds?: number;
  /** How long one statement may take at the server. */
  readonly statementMilliseconds?: number;
  /** How much longer the answer is waited for. */
  readonly answerMilliseconds?: number;
};

/**
 * In milliseconds: an idle connection is closed after this time, or sooner where its silence would end it: after this part of that
 * time.
 */
const LONGEST_IDLE = 10_000;
const PART_OF_SILENCE = 0.8;

/** The pool's decoders, which the ORM uses too. */
const typesOf = ({ options: { types } }: Pool): CustomTypesConfig => {
  if (types === undefined) throw new Error('the ORM has not told its pool how values are read');
  return types;
};

/** An ORM on a server, its pool, and a way to run statements of our own there. Every wait has a limit. Connects on first use. */
export const openServer = async (
  {
    url,
    poolSize = 10,
    acquireMilliseconds = 2_000,
    statementMilliseconds = 5_000,
    answerMilliseconds = 2_000,
  }: ServerSettings,
  options: Options,
): Promise<{
  readonly orm: PostgresOrm;
  readonly pool: Pool;
  readonly run: Run;
  readonly close: () => Promise<void>;
}> => {
  const silence = statementMilliseconds + answerMilliseconds;
  const connection = {
    // The driver gets the URL itself too: only the driver knows all of its settings, such as sslmode.
    connectionString: url,
    connectionTimeoutMillis: acquireMilliseconds,
    statement_timeout: statementMilliseconds,
    idle_in_transaction_session_timeout: 10_000,
    // Drivers read times in this form only, and a database or a role may have another one by default.
    options: '-c TimeZone=UTC -c DateStyle=ISO',
  };
  const orm = new PostgresOrm({
    ...options,
    clientUrl: url,
    driverOptions: {
      ...connection,
      max: poolSize,
      stream: endingInSilence(silence),
      idleTimeoutMillis: Math.min(LONGEST_IDLE, PART_OF_SILENCE * silence),
    },
  });
  const patience = { silence, longestIdle: LONGEST_IDLE };
  const reads = openPipelines(connection, { ...patience, ...ROOM_FOR_READS });
  const changes = openPipelines(connection, { ...patience, ...ROOM_FOR_CHANGES });
  const pool = await orm.em.getConnection().getNativeClient();
  return {
    orm,
    pool,
    run: runOn(pool, typesOf(pool), { reads, changes }),
    close: async () => {
      await Promise.all([reads.close(), changes.close()]);
      await orm.close();
      // The ORM leaves a pool open that it has not used itself.
      if (!pool.ending) await pool.end();
    },
  };
};

/** For statements only. Values are decoded as in the ORM's own pool. */
const NO_RECORDS: Options = { entities: [], discovery: { warnWhenNoEntities: false }, ensureDatabase: false };

/** A pool for statements only. */
export const openPool = async (settings: ServerSettings) => {
  const { pool, run, close } = await openServer(settings, NO_RECORDS);
  return { pool, run, close };
};
