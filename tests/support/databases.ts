import type { Database } from '#adapters/mikro-orm/connection.ts';
import { openPglite, openPostgres } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { freshDatabase } from './postgres.ts';
import { addStoredJob } from './stored-jobs.ts';

const over = <Reads>(database: Database, readsOf: (database: Database) => Reads) => ({
  atomically: databaseStore(database, { addJob: addStoredJob }),
  ...readsOf(database),
  close: database.close,
});

/** A store and its reads on an empty embedded database. */
export const onPglite = async <Reads>(readsOf: (database: Database) => Reads) => {
  const database = await openPglite({ folder: undefined });
  await migrate(database);
  return over(database, readsOf);
};

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
