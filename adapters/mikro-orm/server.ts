import { MikroORM as PostgresOrm } from '@mikro-orm/postgresql';
import type { Options, PostgreSqlConnection } from '@mikro-orm/postgresql';

import { runOn } from './query.ts';

export type Pool = Awaited<ReturnType<PostgreSqlConnection['getNativeClient']>>;

export type ServerSettings = {
  readonly url: string;
  readonly poolSize?: number;
  /** How long a transaction or a read may wait for a free connection. */
  readonly acquireMilliseconds?: number;
  /** How long one statement may take at the server. */
  readonly statementMilliseconds?: number;
  /** How much longer its answer is waited for. */
  readonly answerMilliseconds?: number;
};

/** An ORM on a server, and its pool. Every wait has an end. Connects when it is used first. */
export const openServer = async (
  {
    url,
    poolSize = 10,
    acquireMilliseconds = 2_000,
    statementMilliseconds = 5_000,
    answerMilliseconds = 2_000,
  }: ServerSettings,
  options: Options,
): Promise<{ readonly orm: PostgresOrm; readonly pool: Pool; readonly close: () => Promise<void> }> => {
  const orm = new PostgresOrm({
    ...options,
    clientUrl: url,
    driverOptions: {
      // The address itself goes to the driver too: only that one knows all of its settings, such as sslmode.
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: acquireMilliseconds,
      statement_timeout: statementMilliseconds,
      query_timeout: statementMilliseconds + answerMilliseconds,
      idle_in_transaction_session_timeout: 10_000,
      options: '-c TimeZone=UTC',
    },
  });
  const pool = await orm.em.getConnection().getNativeClient();
  return {
    orm,
    pool,
    close: async () => {
      await orm.close();
      // The ORM leaves open what it has not used itself.
      if (!pool.ending) await pool.end();
    },
  };
};

/** A pool for statements alone. It reads values as the ORM's own does. */
export const openPool = async (settings: ServerSettings) => {
  const { pool, close } = await openServer(settings, {
    entities: [],
    discovery: { warnWhenNoEntities: false },
    ensureDatabase: false,
  });
  return {
    run: runOn(pool),
    close,
  };
};
