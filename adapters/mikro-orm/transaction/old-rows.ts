import type { Transaction } from './transaction.ts';

/** Removes rows that are no longer needed; answers the keys of the removed ones. Rows that others have locked are left out. */
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
