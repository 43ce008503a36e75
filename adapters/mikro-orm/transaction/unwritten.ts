import { slicesOf } from './slices.ts';
import type { Table } from './table.ts';
import type { Change } from './transaction.ts';

export type Columns = Readonly<Record<string, unknown>>;

/** A row by its key: as it is to be, as it was last read or written (`undefined` if it is new), and its version then. */
export type Entry<Row> = { readonly key: string; row: Row; stored: Columns | undefined; version: number };

/** The default of the tables for a new row. */
export const FIRST_VERSION = 1;

/** A value as a statement takes it. */
export const parameterOf = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

const areSame = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;

/** The changed columns of a row, and the version that it must still have. */
type Changed = {
  readonly key: string;
  readonly version: number;
  readonly columns: Columns;
  readonly names: readonly string[];
};

/** The rows of one table that have yet to be written. Changes that are handed out count as written. */
export type Unwritten<Row> = {
  readonly add: (entry: Entry<Row>) => void;
  readonly drop: (entry: Entry<Row>) => void;
  readonly inserts: () => readonly Change[];
  /** Rows with the same changed columns share one statement: its triggers run once for all of them. */
  readonly updates: () => readonly Change[];
};

export const unwrittenOf = <Row extends object>(
  table: Pick<Table<Row>, 'name' | 'insert' | 'insertBeside' | 'update' | 'updateMany'>,
): Unwritten<Row> => {
  const dirty = new Set<Entry<Row>>();

  const changedOf = (entry: Entry<Row>): Changed | undefined => {
    const { key, stored, version } = entry;
    const columns = entry.row as Columns;
    const names = Object.keys(columns).filter((name) => !areSame(columns[name], stored?.[name]));
    if (names.length === 0) return undefined;
    Object.assign(entry, { stored: columns, version: version + 1 });
    return { key, version, columns, names };
  };

  const updateOf = (alike: readonly Changed[]): Change => {
    const [first] = alike;
    const names = first?.names ?? [];
    const lists = [
      alike.map(({ key }) => key),
      alike.map(({ version }) => version),
      ...names.map((name) => alike.map(({ columns }) => parameterOf(columns[name]))),
    ];
    const isOne = alike.length === 1;
    return {
      table: table.name,
      statement: (isOne ? table.update : table.updateMany)(names),
      values: isOne ? lists.map(([value]) => value) : lists,
      updates: alike.length,
    };
  };

  return {
    add: (entry) => void dirty.add(entry),
    drop: (entry) => void dirty.delete(entry),
    inserts: () =>
      [...dirty].flatMap((entry) => {
        if (entry.stored !== undefined) return [];
        const columns = entry.row as Columns;
        Object.assign(entry, { stored: columns, version: FIRST_VERSION });
        dirty.delete(entry);
        // Left-out columns are null, as most columns of a new row are.
        const filled = Object.keys(columns).filter((name) => columns[name] !== null);
        const values = filled.map((name) => parameterOf(columns[name]));
        const { name } = table;
        return [
          {
            table: name,
            statement: table.insert(filled),
            values,
            updates: 0,
            beside: ({ found, key, version }) => ({
              table: name,
              statement: table.insertBeside(filled, found),
              values: [key, version, ...values],
              updates: 1,
            }),
          },
        ];
      }),
    updates: () => {
      if (dirty.size === 0) return [];
      const changed = [...dirty].map(changedOf).filter((one) => one !== undefined);
      dirty.clear();
      const alike = Map.groupBy(changed, ({ names }) => names.join(' '));
      return [...alike.values()].flatMap(slicesOf).map(updateOf);
    },
  };
};
