import type { AsyncLocalStorage } from 'node:async_hooks';
import type { CustomTypesConfig } from 'pg';

import { isMisremembered, withoutValues } from './failures.ts';
import type { Lines, Way } from './lines.ts';
import { PreparedQuery } from './prepared-query.ts';
import type { Shapes } from './shape.ts';
import { plainValues } from './statement.ts';
import type { Prepared } from './statement.ts';

/**
 * Runs one statement with real parameters, outside any transaction. The caller names the rows' type, and casts what the
 * drivers read differently: int8 and every kind of time.
 */
export type Query = <Row>(statement: string | Prepared, parameters?: readonly unknown[]) => Promise<readonly Row[]>;

/** The transaction in which the caller runs. */
export type CurrentTransaction = AsyncLocalStorage<{ readonly active: boolean }>;

/** Throws for a read beside the repositories inside a transaction: a database with one connection would wait for ever. */
export const refuseInside = (transaction: CurrentTransaction): void => {
  if (transaction.getStore()?.active === true) throw new Error('inside a transaction only its repositories may read');
};

/** Runs a statement as a driver does, with whatever errors that one throws. */
export type Run = (
  statement: string | Prepared,
  parameters: unknown[],
) => Promise<{ readonly rows: readonly unknown[] }>;

type Pool = {
  readonly query: Way['query'] &
    ((statement: {
      readonly name?: string;
      readonly text: string;
      readonly values: unknown[];
    }) => Promise<{ readonly rows: readonly unknown[] }>);
};

/** Runs statements on a pool of connections to a server; short ones on `lines` while these have room. `types` reads the values. */
export const runOn = (pool: Pool, types: CustomTypesConfig, lines?: Pick<Lines, 'take'>): Run => {
  const shapes: Shapes = new Map();
  const run: Run = (statement, parameters) => {
    if (typeof statement === 'string') return pool.query({ text: statement, values: parameters });
    const { name, text } = statement;
    const values = plainValues(parameters);
    if (values === undefined) return pool.query({ name, text, values: parameters });
    return new Promise((resolve, reject) => {
      const place = statement.isShort === true ? lines?.take() : undefined;
      const query = new PreparedQuery({ statement, values, types, shapes, line: place?.line });
      (place?.client ?? pool).query(query, undefined, (error, found) => {
        if (found !== undefined && !error) resolve(found);
        else if (place !== undefined && isMisremembered(error)) run({ name, text }, parameters).then(resolve, reject);
        else reject(error);
      });
    });
  };
  return run;
};

/** Throws `StoreUnavailable`, `UnstorableInput` or `StoreRefused`, and inside a transaction as `refuseInside`. */
export const queryOver = (run: Run, transaction: CurrentTransaction): Query =>
  async function query<Row>(statement: string | Prepared, parameters: readonly unknown[] = []) {
    refuseInside(transaction);
    try {
      return (await run(statement, [...parameters])).rows as readonly Row[];
    } catch (error) {
      throw withoutValues(error);
    }
  };
