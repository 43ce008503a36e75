import { openPglite, openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { freshDatabase } from './postgres.ts';

type Opened = { readonly database: Database; readonly close: () => Promise<void> };

/** A database of each kind, by its name, to which no migration was applied yet. */
export const EMPTY_DATABASES: readonly (readonly [name: string, open: () => Promise<Opened>])[] = [
  [
    'PGlite',
    async () => {
      const database = await openPglite({ folder: undefined });
      return { database, close: database.close };
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const { url, drop } = await freshDatabase({ migrated: false });
      const database = await openPostgres({ url });
      const close = async () => {
        await database.close();
        await drop();
      };
      return { database, close };
    },
  ],
];
