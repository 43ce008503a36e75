import { openPglite, openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { freshDatabase } from './postgres.ts';

type Check = (database: Database) => Promise<void>;

/** Checks a database of each kind, by its name, to which no migration was applied yet. */
export const EMPTY_DATABASES: readonly (readonly [name: string, on: (check: Check) => Promise<void>])[] = [
  [
    'PGlite',
    async (check) => {
      const database = await openPglite({ folder: undefined });
      try {
        await check(database);
      } finally {
        await database.close();
      }
    },
  ],
  [
    'PostgreSQL',
    async (check) => {
      const { url, drop } = await freshDatabase({ migrated: false });
      const database = await openPostgres({ url });
      try {
        await check(database);
      } finally {
        await database.close();
        await drop();
      }
    },
  ],
];
