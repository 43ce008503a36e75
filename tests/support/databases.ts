import type { Database } from '#adapters/mikro-orm/connection.ts';
import { openPglite, openPostgres } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { freshDatabase } from './postgres.ts';
import { addStoredJob } from './stored-jobs.ts';

/** Empty ones that were given back: to make one takes some fifty times as long as to empty it. */
const free: Database[] = [];

const newPglite = async (): Promise<Database> => {
  const database = await openPglite({ folder: undefined });
  await migrate(database);
  return database;
};

/** What each test may have added to; the migrations themselves add no rows. */
const TABLES = `select string_agg(format('%I.%I', schemaname, tablename), ', ') as names from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'mikro_orm_migrations'`;

const giveBack = async (database: Database): Promise<void> => {
  const [tables] = await database.query<{ readonly names: string }>(TABLES);
  await database.query(`truncate ${tables?.names} restart identity cascade`);
  free.push(database);
};

/**
 * An embedded database with today's tables, and nothing in them. Its `close` gives it back for another test of this process: whoever
 * listens to it or changes its settings takes one from `openPglite`.
 */
export const migratedPglite = async (): Promise<Database> => {
  const database = free.pop() ?? (await newPglite());
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) throw new Error('closed twice: it may be in use by another test');
    isOpen = false;
    await giveBack(database);
  };
  return { ...database, close };
};

const over = <Reads>(database: Database, readsOf: (database: Database) => Reads) => ({
  atomically: databaseStore(database, { addJob: addStoredJob }),
  ...readsOf(database),
  close: database.close,
});

/** A store and its reads on an empty embedded database. */
export const onPglite = async <Reads>(readsOf: (database: Database) => Reads) => over(await migratedPglite(), readsOf);

/** The same on an empty database of the run's real PostgreSQL, which is dropped at the close. */
export const onPostgres = async <Reads>(readsOf: (database: Database) => Reads) => {
  const { url, drop } = await freshDatabase();
  const subject = over(await openPostgres({ url }), readsOf);
  return {
    ...subject,
    close: async () => {
      await subject.close();
      await drop();
    },
  };
};
