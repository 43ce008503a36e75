import { MikroORM as PostgresOrm } from '@mikro-orm/postgresql';

import { StoreUnavailable } from '#application/ports/atomically.ts';
import type { Database } from './connection.ts';
import { LOCKS } from './advisory-locks.ts';
import { isDeadlock, isSilence } from './connection/failures.ts';
import { ORM_OPTIONS } from './orm-options.ts';

/** In milliseconds, for each of its connections. The network itself notices a host that is gone meanwhile. */
const TO_CONNECT = { connectionTimeoutMillis: 5_000, keepAlive: true };

/**
 * No time limits, whatever the server's settings: if the holder of the lock were cut off while it waits, a second process would get in.
 * They are set by a query: a pooler may drop what is sent at the start, and PostgreSQL before 17 does not know the name of the last one and
 * would refuse the connection.
 */
const FOREVER = `select set_config(name, '0', false) from pg_settings
  where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** How often it begins again where working processes of the former version and the migration have blocked each other. */
const TRIES = 10;

/**
 * Brings a database from any former state to today's schema, once however many processes start; without effect if it is there already.
 * It has no time limit. Throws `StoreUnavailable` when the server is silent.
 */
export const migrate = async (database: Database): Promise<void> => {
  await (database.kind === 'postgres' ? migrateServer(database.url) : database.orm.migrator.up());
};

/** Finished migrations stay: the run goes on with the one that was broken off. */
const upToDate = async (orm: Pick<PostgresOrm, 'migrator'>): Promise<void> => {
  for (let left = TRIES - 1; ; left -= 1)
    try {
      await orm.migrator.up();
      return;
    } catch (error) {
      if (!isDeadlock(error) || left === 0) throw error;
    }
};

const migrateServer = async (url: string): Promise<void> => {
  const orm = new PostgresOrm({
    ...ORM_OPTIONS,
    clientUrl: url,
    driverOptions: { connectionString: url, max: 3, options: '-c TimeZone=UTC', ...TO_CONNECT },
  });
  try {
    const pool = await orm.em.getConnection().getNativeClient();
    // Sent before the statement that the connection was opened for. If it fails, that statement fails too.
    pool.on('connect', (client) => void client.query(FOREVER).catch(() => {}));
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select pg_advisory_xact_lock($1)', [LOCKS.migrate]);
      await upToDate(orm);
      await holder.query('commit');
    } finally {
      // Closes the connection, and with it a lock that is left after an error.
      holder.release(true);
    }
  } catch (error) {
    throw isSilence(error) ? new StoreUnavailable('the database server does not answer', { cause: error }) : error;
  } finally {
    await orm.close();
  }
};
