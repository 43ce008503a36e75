import type { Transaction } from './transaction.ts';

/** Takes rows away that nobody needs any more; answers the keys of those that are gone. Rows that others hold are left out. */
export const removeOldRows =
  ({ sql, flush }: Pick<Transaction, 'sql' | 'flush'>) =>
  async (
    { table, key, isOld }: { readonly table: string; readonly key: string; readonly isOld: string },
    parameters: readonly unknown[],
    limit: number,
  ): Promise<readonly string[]> => {
    await flush();
    const { rows } = await sql<{ readonly key: string }>(
      `delete from ${table} where ${key} in (
         select ${key} from ${table} where ${isOld} limit $${parameters.length + 1}::int for update skip locked
       ) returning ${key} as key`,
      [...parameters, limit],
    );
    return rows.map(({ key: gone }) => gone);
  };
