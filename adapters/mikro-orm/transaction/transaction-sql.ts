import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/core';

/** Runs one statement with real parameters inside a transaction. The caller names the type of its rows. */
export type TransactionSql = <Row>(
  text: string,
  parameters: readonly unknown[],
) => Promise<{ readonly rows: readonly Row[] }>;

/** A statement that Kysely, on which MikroORM is built, runs unchanged. */
type RawStatement = {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly query: {
    readonly kind: 'RawNode';
    readonly sqlFragments: readonly string[];
    readonly parameters: readonly [];
  };
  readonly queryId: { readonly queryId: string };
};

type KyselyTransaction = {
  readonly executeQuery: <Row>(statement: RawStatement) => Promise<{ readonly rows: readonly Row[] }>;
};

/** Real parameters inside the transaction: the ORM's own `execute` writes values into the statement. */
export const sqlOf = (em: Pick<EntityManager, 'getTransactionContext'>): TransactionSql => {
  const transaction = em.getTransactionContext<KyselyTransaction>();
  if (transaction === undefined) throw new Error('there is no transaction');
  return (sql, parameters) =>
    transaction.executeQuery({
      sql,
      parameters,
      query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
      queryId: { queryId: randomUUID() },
    });
};
