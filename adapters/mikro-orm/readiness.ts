import { StoreUnavailable } from '#application/ports/atomically.ts';
import type { Database } from './connection.ts';
import { MIGRATIONS } from './migrations/list.ts';

export type DatabaseReadiness = { readonly database: boolean; readonly migrations: boolean };

/** Whether the database answers, and has the schema that this product was written for or a later one. */
export const databaseReadiness =
  ({ query }: Database): (() => Promise<DatabaseReadiness>) =>
  async () => {
    try {
      const wanted = MIGRATIONS.map(({ name }) => name);
      const [row] = await query<{ done: number }>(
        'select count(*)::int as done from mikro_orm_migrations where name = any($1::text[])',
        [wanted],
      );
      return { database: true, migrations: row?.done === wanted.length };
    } catch (error) {
      // An answer, if only that there is no such table.
      return { database: !(error instanceof StoreUnavailable), migrations: false };
    }
  };
