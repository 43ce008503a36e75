import { OptimisticLockError } from '@mikro-orm/core';
import type { EntityManager, MikroORM } from '@mikro-orm/core';

import type { Run } from '#adapters/mikro-orm/connection/query.ts';
import type { Prepared } from '#adapters/mikro-orm/connection/statement.ts';
import { readSet } from './read-set.ts';
import type { ReadSet, ReadRow } from './read-set.ts';
import { sqlOf } from './transaction-sql.ts';
import type { TransactionSql } from './transaction-sql.ts';

/** The changes of one statement. `updates`: how many rows it must find as the transaction has read them. */
export type Change = {
  readonly table: string;
  readonly statement: Prepared;
  readonly values: readonly unknown[];
  readonly updates: number;
  /** The same change of a new row, if another row is as it was read. */
  readonly beside?: (other: ReadRow) => Change;
};

/** Hands out the pending changes of one table, and counts them as written. */
type Changes = () => readonly Change[];

type TableChanges = { readonly table: string; readonly inserts: Changes; readonly updates: Changes };

/** The order of writing: a table that others refer to comes before them, and all transactions lock in one order. */
const TABLES = [
  'account',
  'account_token',
  'session',
  'contact_message',
  'lead',
  'coupon',
  'purchase',
  'subscription',
  'batch',
  'audit',
];

/**
 * One transaction. At the server it begins only with its first lock or its second change. Until then each read sees what is committed,
 * as it would inside (the isolation is read committed), and a single change is atomic by itself.
 */
export type Transaction = Pick<ReadSet, 'dependOn' | 'assertRead'> & {
  /** Whether an earlier run met a conflict, or relied on memory and may not: then everything has to be read again. */
  readonly isRunAgain: boolean;
  /** For reads that the ORM composes: `flush` first. Made on first use, which most work never needs. */
  readonly em: () => EntityManager;
  readonly orm: MikroORM;
  readonly begin: () => Promise<void>;
  /** Runs inside the transaction, and begins it. */
  readonly sql: TransactionSql;
  readonly hasBegun: () => boolean;
  /** Reads outside of it, as long as it has not begun. */
  readonly read: (statement: Prepared, values: readonly unknown[]) => Promise<readonly unknown[]>;
  /** Registers a table, whose changes are written with all others, in the order of `TABLES`: first new rows, then changed ones. */
  readonly register: (changes: TableChanges) => void;
  /** Writes all pending changes. */
  readonly flush: () => Promise<void>;
  readonly commit: () => Promise<void>;
  /** Never throws. */
  readonly rollback: () => Promise<void>;
};

export const openTransaction = (
  { orm, run }: { readonly orm: MikroORM; readonly run: Run },
  { isRunAgain }: Pick<Transaction, 'isRunAgain'> = { isRunAgain: false },
): Transaction => {
  let fork: EntityManager | undefined;
  const em = (): EntityManager => (fork ??= orm.em.fork());
  const sources: TableChanges[] = [];
  let begun: Promise<TransactionSql> | undefined;
  const { dependOn, assertRead, only } = readSet();
  const inside = async (): Promise<TransactionSql> => {
    assertRead();
    begun ??= em()
      .begin()
      .then(() => sqlOf(em()));
    return begun;
  };

  const read: Transaction['read'] = async (statement, values) =>
    (await (begun === undefined ? run(statement, [...values]) : (await begun)(statement.text, values))).rows;

  const write = async ({ table, statement, values, updates }: Change): Promise<void> => {
    const rows = await read(statement, values);
    if (rows.length < updates) throw OptimisticLockError.lockFailed(table);
  };
  const pending = (): readonly Change[] => [
    ...sources.flatMap(({ inserts }) => inserts()),
    ...sources.flatMap(({ updates }) => updates()),
  ];
  /** A new row, if it is all that the transaction changes, beside the one row that the work depends on. */
  const besideRead = (changes: readonly Change[]): readonly Change[] => {
    const isAll = begun === undefined && changes.length === 1;
    const row = isAll ? only() : undefined;
    const beside = row && changes[0]?.beside?.(row);
    if (beside !== undefined) return [beside];
    assertRead();
    return changes;
  };
  const writeAll = async (changes: readonly Change[]): Promise<void> => {
    for (const change of changes) await write(change);
  };

  return {
    em,
    orm,
    read,
    isRunAgain,
    hasBegun: () => begun !== undefined,
    begin: async () => void (await inside()),
    sql: async (text, values) => (await inside())(text, values),
    register: (changes) => {
      if (!TABLES.includes(changes.table)) throw new Error(`nobody knows when ${changes.table} is to be written`);
      sources.push(changes);
      sources.sort((one, other) => TABLES.indexOf(one.table) - TABLES.indexOf(other.table));
    },
    dependOn,
    assertRead,
    flush: async () => {
      const changes = pending();
      if (changes.length > 0) await inside();
      await writeAll(changes);
    },
    commit: async () => {
      const changes = besideRead(pending());
      // A statement that finds only some of its rows must be undone.
      if (changes.length > 1 || changes.some(({ updates }) => updates > 1)) await inside();
      await writeAll(changes);
      if (begun !== undefined) await em().commit();
    },
    rollback: async () => {
      try {
        // A transaction that is just beginning holds a connection too.
        await begun;
        if (fork?.isInTransaction() === true) await fork.rollback();
      } catch {
        // The connection is gone, and the transaction with it. The error that led here matters more.
      }
    },
  };
};
