import type { AsyncLocalStorage } from 'node:async_hooks';
import type { CustomTypesConfig } from 'pg';

import type { Bound, Decoding } from './execution.ts';
import { isMisremembered, withoutValues } from './failures.ts';
import type { Pipelines, StatementClient } from './pipelines.ts';
import { PreparedGroup } from './prepared-group.ts';
import { PreparedQuery } from './prepared-query.ts';
import { plainValues } from './statement.ts';
import type { Prepared } from './statement.ts';
import { groupCommit } from './group-commit.ts';
import type { QueryResult } from './group-commit.ts';

/**
 * Runs one statement with real parameters, outside any transaction. The caller names the rows' type, and casts what the
 * drivers read differently: int8 and every kind of time.
 */
export type Query = <Row>(statement: string | Prepared, parameters?: readonly unknown[]) => Promise<readonly Row[]>;

/** The transaction in which the caller runs. */
export type CurrentTransaction = AsyncLocalStorage<{ readonly active: boolean }>;

/** Throws for a read that bypasses the repositories inside a transaction: a database with one connection would wait forever. */
export const refuseInside = (transaction: CurrentTransaction): void => {
  if (transaction.getStore()?.active === true) throw new Error('inside a transaction only its repositories may read');
};

/** Runs a statement as the driver does, with the driver's own errors. */
export type Run = (statement: string | Prepared, parameters: unknown[]) => Promise<QueryResult>;

type Pool = {
  readonly query: StatementClient['query'] &
    ((statement: {
      readonly name?: string;
      readonly text: string;
      readonly values: unknown[];
    }) => Promise<QueryResult>);
};

/** The same statement for a connection of the pool, without the marks of this adapter. */
const onThePool = ({ statement: { name, text }, values }: Bound): Bound => ({ statement: { name, text }, values });

/** Pipelines for short reads, and for changes that share a commit. */
type ByPipelines = { readonly reads: Pick<Pipelines, 'take'>; readonly changes: Pick<Pipelines, 'take'> };

/**
 * Runs statements on a pool of connections to a server: short reads, and changes that share a commit with others of the same moment, on
 * `pipelines` while these have room. `types` decodes the values.
 */
export const runOn = (pool: Pool, types: CustomTypesConfig, pipelines?: ByPipelines): Run => {
  const decoding: Decoding = { types, shapes: new Map() };
  const texts = new Map<string, string>();
  const hasOtherText = ({ name, text }: Prepared): boolean => {
    const known = texts.get(name);
    if (known === undefined) texts.set(name, text);
    return known !== undefined && known !== text;
  };
  const alone = (bound: Bound): Promise<QueryResult> =>
    new Promise((resolve, reject) => {
      const place = bound.statement.isShort === true ? pipelines?.reads.take() : undefined;
      const query = new PreparedQuery(bound, decoding, place?.pipeline);
      (place?.client ?? pool).query(query, undefined, (error, found) => {
        if (found !== undefined && !error) resolve(found);
        else if (place !== undefined && isMisremembered(error)) alone(onThePool(bound)).then(resolve, reject);
        else reject(error);
      });
    });
  const together = groupCommit({
    send: (executions, done) => {
      const place = pipelines?.changes.take();
      const group = new PreparedGroup(executions, place?.pipeline);
      (place?.client ?? pool).query(group, undefined, done);
      return group;
    },
    alone,
    decoding,
  });
  return (statement, parameters) => {
    if (typeof statement === 'string') return pool.query({ text: statement, values: parameters });
    const { name, text } = statement;
    if (hasOtherText(statement)) return Promise.reject(new Error(`two statements are called '${name}'`));
    const values = plainValues(parameters);
    if (values === undefined) return pool.query({ name, text, values: parameters });
    return (statement.sharesCommit === true ? together : alone)({ statement, values });
  };
};

/** Throws `StoreUnavailable`, `UnstorableInput` or `StoreRefused`, and inside a transaction like `refuseInside`. */
export const queryOver = (run: Run, transaction: CurrentTransaction): Query =>
  async function query<Row>(statement: string | Prepared, parameters: readonly unknown[] = []) {
    refuseInside(transaction);
    try {
      return (await run(statement, [...parameters])).rows as readonly Row[];
    } catch (error) {
      throw withoutValues(error);
    }
  };
