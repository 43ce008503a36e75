import { openPglite, openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { laterMigrations } from '#adapters/mikro-orm/readiness.ts';
import type { Log } from '#application/ports/log.ts';
import type { Settings } from './environment.ts';
import { allOrNothing } from './all-or-nothing.ts';

const connect = (settings: Settings['database'], log: Log): Promise<Database> => {
  if (settings.kind === 'embedded') return openPglite({ folder: settings.folder });
  const { url, poolSize, replicas } = settings;
  return openPostgres({
    url,
    poolSize,
    replicas: replicas && { urls: replicas.urls, lagMilliseconds: replicas.lagSeconds * 1_000, log },
  });
};

/** A version that was put back may lack the newest migration of its database, and no more: the log names those that it lacks. */
const warnOfLater = async (database: Database, log: Log): Promise<void> => {
  const later = await laterMigrations(database);
  if (later.length > 0) log.warn('database is of a later version', { migrations: later.join(', ') });
};

/** The database of the settings, migrated. */
export const openDatabase = (settings: Settings['database'], log: Log): Promise<Database> =>
  allOrNothing(async (opened) => {
    const database = await connect(settings, log);
    opened.defer(database.close);
    await migrate(database);
    await warnOfLater(database, log);
    return database;
  });
