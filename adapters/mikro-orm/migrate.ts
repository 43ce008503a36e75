import { MikroORM as PostgresOrm } from '@mikro-orm/postgresql';

import { StoreUnavailable } from '#application/ports/atomically.ts';
import type { Database } from './connection.ts';
import { LOCKS } from './advisory-locks.ts';
import { isDeadlock, isSilence } from './connection/failures.ts';
import { ORM_OPTIONS } from './orm-options.ts';

/** In milliseconds, for each of its connections. A host that is gone meanwhile is noticed by the network itself. */
const TO_CONNECT = { connectionTimeoutMillis: 5_000, keepAlive: true };

/** No limits of time, whoever has set some on the server: cut off while it waits, the holder of the lock would let a second process in. */
const SESSION = ['TimeZone=UTC', 'statement_timeout=0', 'lock_timeout=0', 'idle_in_transaction_session_timeout=0']
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** One more limit, as a question: PostgreSQL before 17 does not know its name and would refuse the connection. */
const FOREVER = `select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'`;

/** How often it is begun where processes of the version before, at work, were in each other's way with it. */
const TRIES = 10;

/**
 * Brings a database from whatever it is to today's schema, once however many processes start; without effect when it is
 * that already. Takes as long as it takes: the time limits of the daily work do not hold here. Throws `StoreUnavailable` when the
 * server is silent.
 */
export const migrate = async (database: Database): Promise<void> => {
  await (database.kind === 'postgres' ? migrateServer(database.url) : database.orm.migrator.up());
};

/** What is done stays done: it goes on with the migration that was broken off. */
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
    driverOptions: { connectionString: url, max: 3, options: SESSION, ...TO_CONNECT },
  });
  try {
    const pool = await orm.em.getConnection().getNativeClient();
    // Goes out before whatever the connection was opened for. Where it fails, that fails too.
    pool.on('connect', (client) => void client.query(FOREVER).catch(() => {}));
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select pg_advisory_xact_lock($1)', [LOCKS.migrate]);
      await upToDate(orm);
      await holder.query('commit');
    } finally {
      // Closes the connection, and with it a lock that an error has left.
      holder.release(true);
    }
  } catch (error) {
    throw isSilence(error) ? new StoreUnavailable('the database server does not answer', { cause: error }) : error;
  } finally {
    await orm.close();
  }
};
