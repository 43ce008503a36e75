import { beforeAll } from 'vitest';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database, PostgresSettings } from '#adapters/mikro-orm/connection.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import type { Atomically } from '#application/ports/atomically.ts';
import { freshDatabase } from './postgres.ts';
import { addStoredJob } from './stored-jobs.ts';

type Opened = { readonly url: string; readonly database: Database; readonly atomically: Atomically };

/**
 * One empty database of the run's real PostgreSQL for all the tests of a file or a `describe`, with a store on it: opened before the
 * first of them, dropped after the last.
 */
export const sharedDatabase = (settings: Omit<PostgresSettings, 'url'> = {}) => {
  let opened: Opened | undefined;
  const present = (): Opened => {
    if (opened === undefined) throw new Error('the database is not open: ask for it within a test or a hook');
    return opened;
  };

  beforeAll(async () => {
    const { url, drop } = await freshDatabase();
    const database = await openPostgres({ ...settings, url });
    opened = { url, database, atomically: databaseStore(database, { addJob: addStoredJob }) };
    // vitest calls what this answers after the last test.
    return async () => {
      await database.close();
      await drop();
    };
  });

  const atomically: Atomically = (work) => present().atomically(work);
  return { url: () => present().url, database: () => present().database, atomically };
};
