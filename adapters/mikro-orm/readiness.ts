import type { Database } from './connection.ts';
import { isMissingTable } from './connection/failures.ts';
import { MIGRATIONS } from './migrations/list.ts';

const KNOWN = MIGRATIONS.map(({ name }) => name);

export type DatabaseReadiness = { readonly database: boolean; readonly migrations: boolean };

/** Whether the database answers and takes changes, which one that is no longer the primary does not, and has the schema that this product was written for or a later one. */
export const databaseReadiness =
  ({ run }: Database): (() => Promise<DatabaseReadiness>) =>
  async () => {
    try {
      const { rows } = await run(
        `select count(*)::int as done, current_setting('transaction_read_only') = 'off' as writes
           from mikro_orm_migrations where name = any($1::text[])`,
        [KNOWN],
      );
      const [row] = rows as readonly { readonly done: number; readonly writes: boolean }[];
      return { database: row?.writes === true, migrations: row?.done === KNOWN.length };
    } catch (error) {
      return { database: isMissingTable(error), migrations: false };
    }
  };

/** The migrations of a migrated database that only a later version of the product knows, oldest first. */
export const laterMigrations = async ({ query }: Database): Promise<readonly string[]> => {
  const later = 'select name from mikro_orm_migrations where name <> all($1::text[]) order by id';
  return (await query<{ name: string }>(later, [KNOWN])).map(({ name }) => name);
};
