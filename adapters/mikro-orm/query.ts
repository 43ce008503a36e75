import type { AsyncLocalStorage } from 'node:async_hooks';

import { withoutValues } from './failures.ts';

/**
 * Runs one statement with real parameters, outside any transaction. The caller names the rows' type, and casts what the
 * drivers read differently: int8 and every kind of time.
 */
export type Query = <Row>(statement: string, parameters?: readonly unknown[]) => Promise<readonly Row[]>;

/** The transaction in which the caller runs. */
export type CurrentTransaction = AsyncLocalStorage<{ readonly active: boolean }>;

/** Runs a statement as a driver does, with whatever errors that one throws. */
export type Run = (statement: string, parameters: unknown[]) => Promise<{ readonly rows: readonly unknown[] }>;

/** Throws `StoreUnavailable`. Refused inside a transaction: with one connection it would wait for ever. */
export const queryOver = (run: Run, transaction: CurrentTransaction): Query =>
  async function query<Row>(statement: string, parameters: readonly unknown[] = []) {
    if (transaction.getStore()?.active === true) throw new Error('inside a transaction only its repositories may read');
    try {
      return (await run(statement, [...parameters])).rows as readonly Row[];
    } catch (error) {
      throw withoutValues(error);
    }
  };
