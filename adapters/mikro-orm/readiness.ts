import type { Database } from './connection.ts';
import { MIGRATIONS } from './migrations/list.ts';

/** Proof of a working database too, though of one that nobody has migrated. */
const NO_SUCH_TABLE = /\b42P01\b/;

const KNOWN = MIGRATIONS.map(({ name }) => name);

export type DatabaseReadiness = { readonly database: boolean; readonly migrations: boolean };

/** Whether the database answers and takes changes, which one that is no longer the primary does not, and has the schema that this product was written for or a later one. */
export const databaseReadiness =
  ({ query }: Database): (() => Promise<DatabaseReadiness>) =>
  async () => {
    try {
      const [row] = await query<{ done: number; writes: boolean }>(
        `select count(*)::int as done, current_setting('transaction_read_only') = 'off' as writes
           from mikro_orm_migrations where name = any($1::text[])`,
        [KNOWN],
      );
      return { database: row?.writes === true, migrations: row?.done === KNOWN.length };
    } catch (error) {
      return { database: NO_SUCH_TABLE.test(String(error)), migrations: false };
    }
  };

/** The migrations of a migrated database that only a later version of the product knows, oldest first. */
export const laterMigrations = async ({ query }: Database): Promise<readonly string[]> => {
  const later = 'select name from mikro_orm_migrations where name <> all($1::text[]) order by id';
  return (await query<{ name: string }>(later, [KNOWN])).map(({ name }) => name);
};
