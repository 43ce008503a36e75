import type { Database } from './connection.ts';
import { MIGRATIONS } from './migrations/list.ts';

/** Proof of a working database too, though of one that nobody has migrated. */
const NO_SUCH_TABLE = /\b42P01\b/;

export type DatabaseReadiness = { readonly database: boolean; readonly migrations: boolean };

/** Whether the database answers and takes changes, which one that is no longer the primary does not, and has the schema that this product was written for or a later one. */
export const databaseReadiness =
  ({ query }: Database): (() => Promise<DatabaseReadiness>) =>
  async () => {
    try {
      const wanted = MIGRATIONS.map(({ name }) => name);
      const [row] = await query<{ done: number; writes: boolean }>(
        `select count(*)::int as done, current_setting('transaction_read_only') = 'off' as writes
           from mikro_orm_migrations where name = any($1::text[])`,
        [wanted],
      );
      return { database: row?.writes === true, migrations: row?.done === wanted.length };
    } catch (error) {
      return { database: NO_SUCH_TABLE.test(String(error)), migrations: false };
    }
  };
