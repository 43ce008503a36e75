import type { Table } from './table.ts';
import type { Change } from './transaction.ts';

export type Columns = Readonly<Record<string, unknown>>;

/** A row: as it is to be, as it was read or written last, and its version then. New ones have none. */
export type Entry<Row> = { row: Row; stored: Columns | undefined; version: number };

/** What the tables say of a new row. */
export const FIRST_VERSION = 1;

const parameterOf = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

const areSame = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;

/** The rows of one table that have still to be written. What is asked for of them counts as written. */
export type Unwritten<Row> = {
  readonly add: (entry: Entry<Row>) => void;
  readonly drop: (entry: Entry<Row>) => void;
  readonly inserts: () => readonly Change[];
  readonly updates: () => readonly Change[];
};

export const unwrittenOf = <Row extends object>(
  table: Pick<Table<Row>, 'name' | 'insert' | 'update'>,
  keyOf: (entry: Entry<Row>) => string,
): Unwritten<Row> => {
  const dirty = new Set<Entry<Row>>();
  return {
    add: (entry) => void dirty.add(entry),
    drop: (entry) => void dirty.delete(entry),
    inserts: () =>
      [...dirty].flatMap((entry) => {
        if (entry.stored !== undefined) return [];
        const columns = entry.row as Columns;
        Object.assign(entry, { stored: columns, version: FIRST_VERSION });
        dirty.delete(entry);
        // What is not said is null, and of a new row most is.
        const filled = Object.keys(columns).filter((name) => columns[name] !== null);
        const values = filled.map((name) => parameterOf(columns[name]));
        return [{ table: table.name, statement: table.insert(filled), values, isUpdate: false }];
      }),
    updates: () =>
      [...dirty].flatMap((entry) => {
        const { stored, version } = entry;
        const columns = entry.row as Columns;
        dirty.delete(entry);
        const changed = Object.keys(columns).filter((name) => !areSame(columns[name], stored?.[name]));
        if (changed.length === 0) return [];
        Object.assign(entry, { stored: columns, version: version + 1 });
        const values = [keyOf(entry), version, ...changed.map((name) => parameterOf(columns[name]))];
        return [{ table: table.name, statement: table.update(changed), values, isUpdate: true }];
      }),
  };
};
