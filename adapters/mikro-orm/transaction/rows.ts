import { LockMode } from '@mikro-orm/core';
import type { EntitySchema, FilterQuery, FindOptions } from '@mikro-orm/core';

import type { SelectedRow } from '#adapters/mikro-orm/records/selection.ts';
import { statementsOf } from './table.ts';
import type { Transaction } from './transaction.ts';
import { slicesOf } from './slices.ts';
import { FIRST_VERSION, parameterOf, unwrittenOf } from './unwritten.ts';
import type { Columns, Entry } from './unwritten.ts';

/** How the rows of a table map to values of the domain. */
export type Mapping<Row extends object, Value> = {
  readonly record: EntitySchema<Row>;
  readonly keyOf: (value: Value) => string;
  readonly valueOf: (row: Row) => Value;
  /** All but the version, which is counted here. */
  readonly columnsOf: (value: Value) => Columns;
};

/** The rows of one table as one transaction sees them: as it first read them, or has changed them since. */
export type Rows<Row extends object, Value> = {
  readonly find: (key: string) => Promise<Value | undefined>;
  /** As `find`, but in the first run of the work without a read: the row is assumed to be as it was added. */
  readonly recall: (added: Value) => Promise<Value | undefined>;
  /**
   * Has the work depend on a row that it has read, or on one from memory at this version; see `ReadSet`. Answers the version, `undefined` if there
   * is no such row, or perhaps for this transaction only.
   */
  readonly dependOn: (key: string, remembered?: number) => number | undefined;
  /** The present row, locked until the transaction ends. */
  readonly findForUpdate: (key: string) => Promise<Value | undefined>;
  /** The rows with this value in the column, in the order of other columns. */
  readonly findBy: (
    column: keyof Row & string,
    value: string,
    orderedBy?: readonly (keyof Row & string)[],
  ) => Promise<readonly Value[]>;
  readonly findAll: (where: FilterQuery<Row>, options?: FindOptions<Row>) => Promise<readonly Value[]>;
  /** Whether this transaction has read or added the row. */
  readonly knows: (key: string) => boolean;
  /** Drops rows that a statement removes; every change must have been flushed. */
  readonly forget: (keys: readonly string[]) => void;
  readonly add: (value: Value) => void;
  /** Writes many new ones at once and keeps none of them: a row has to be found before it is saved. */
  readonly addAll: (values: readonly Value[]) => Promise<void>;
  readonly save: (value: Value) => void;
  /** Those that are gone already are no error. */
  readonly remove: (keys: readonly string[]) => Promise<void>;
};

/** For `findAll`: `for update skip locked`. The found rows are locked until the transaction ends; rows that others have locked are left out. */
export const SKIP_LOCKED = { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, refresh: true } as const;

/**
 * Rows that are found by their key or by one column are read and written by prepared statements, which take a tenth of the ORM's time.
 * The ORM reads only what is found by other conditions.
 */
export const rowsOf = <Row extends object, Value>(
  transaction: Transaction,
  { record, keyOf, valueOf, columnsOf }: Mapping<Row, Value>,
): Rows<Row, Value> => {
  const { read, flush } = transaction;
  const table = statementsOf(transaction.orm, record);
  const known = new Map<string, Entry<Row>>();
  const unwritten = unwrittenOf(table);

  const track = (row: Row): Value => {
    const value = valueOf(row);
    const key = keyOf(value);
    const { version } = row as { readonly version: number };
    known.set(key, { key, row, stored: row as Columns, version });
    return value;
  };
  const readRow = async (rows: Promise<readonly unknown[]>): Promise<Value | undefined> => {
    const [found] = await rows;
    return found === undefined ? undefined : track(table.rowOf(found as SelectedRow));
  };

  transaction.register({ table: table.name, inserts: unwritten.inserts, updates: unwritten.updates });

  /** The value as this transaction has it, if it has read the row before; else as it was read now. */
  const asTracked = (row: Row): Value => {
    const entry = known.get(keyOf(valueOf(row)));
    return entry === undefined ? track(row) : valueOf(entry.row);
  };

  const find = async (key: string): Promise<Value | undefined> => {
    if (!table.canHold(key)) return undefined;
    const entry = known.get(key);
    return entry === undefined ? readRow(read(table.select, [key])) : valueOf(entry.row);
  };

  return {
    find,
    recall: async (added) => {
      const key = keyOf(added);
      if (transaction.isRunAgain || known.has(key)) return find(key);
      const row = columnsOf(added) as Row;
      known.set(key, { key, row, stored: row as Columns, version: FIRST_VERSION });
      return added;
    },
    dependOn: (key, remembered) => {
      const entry = known.get(key);
      const isOwn = entry === undefined || entry.row !== entry.stored || transaction.hasBegun();
      const version = remembered ?? (isOwn ? undefined : entry.version);
      if (version !== undefined)
        transaction.dependOn({ found: table.found, key, version }, remembered === undefined ? 'store' : 'memory');
      return version;
    },
    findForUpdate: async (key) => {
      if (!table.canHold(key)) return undefined;
      await flush();
      return readRow(transaction.sql(table.selectForUpdate.text, [key]).then(({ rows }) => rows));
    },
    findBy: async (column, value, orderedBy = []) => {
      if (!table.canHold(value, column)) return [];
      await flush();
      const rows = await read(table.selectBy(column, orderedBy), [value]);
      return rows.map((found) => asTracked(table.rowOf(found as SelectedRow)));
    },
    findAll: async (where, options = {}) => {
      await flush();
      if (options.lockMode !== undefined) await transaction.begin();
      const rows = await transaction
        .em()
        .find(record, where as never, { ...options, disableIdentityMap: true } as FindOptions<Row>);
      return rows.map((row) => (options.refresh === true ? track : asTracked)(row as Row));
    },
    knows: (key) => known.has(key),
    forget: (keys) => keys.forEach((key) => known.delete(key)),
    add: (value) => {
      const key = keyOf(value);
      if (known.has(key)) throw new Error('only what is new can be added');
      const entry: Entry<Row> = { key, row: columnsOf(value) as Row, stored: undefined, version: 0 };
      known.set(key, entry);
      unwritten.add(entry);
    },
    addAll: async (values) => {
      for (const slice of slicesOf(values.map(columnsOf))) {
        const names = Object.keys(slice[0] ?? {});
        const lists = names.map((name) => slice.map((columns) => parameterOf(columns[name])));
        await transaction.sql(table.insertMany(names).text, lists);
      }
    },
    save: (value) => {
      const entry = known.get(keyOf(value));
      if (entry === undefined) throw new Error('only what this transaction has found can be saved');
      entry.row = columnsOf(value) as Row;
      unwritten.add(entry);
    },
    remove: async (keys) => {
      for (const key of keys) {
        const entry = known.get(key);
        if (entry !== undefined) unwritten.drop(entry);
        known.delete(key);
      }
      await transaction.sql(table.remove.text, [keys]);
    },
  };
};
