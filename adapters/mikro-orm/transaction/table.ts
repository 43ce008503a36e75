import type { EntityKey, EntitySchema, MikroORM } from '@mikro-orm/core';

import { isId, isStorable } from '#adapters/mikro-orm/records/keys.ts';
import { selectionOf } from '#adapters/mikro-orm/records/selection.ts';
import type { SelectedRow } from '#adapters/mikro-orm/records/selection.ts';
import type { Prepared } from '#adapters/mikro-orm/connection/statement.ts';

/** Statements about rows of one table, by their key or by one column: each is prepared, with one text for all rows. */
export type Table<Row> = {
  readonly name: string;
  /**
   * Whether a column could hold a text: PostgreSQL refuses to search for one that it could not. Without a name, the column of the key.
   */
  readonly canHold: (text: string, name?: string) => boolean;
  readonly select: Prepared;
  readonly selectForUpdate: Prepared;
  /** By the value of a column, in the order of others. */
  readonly selectBy: (name: string, orderedBy: readonly string[]) => Prepared;
  readonly remove: Prepared;
  readonly insert: (names: readonly string[]) => Prepared;
  /** The same for any number of rows, by one text with a list for each column. */
  readonly insertMany: (names: readonly string[]) => Prepared;
  /** One row, if another one is as it was read: takes the `found` of that one's table, its key and version first. Else answers no row. */
  readonly insertBeside: (names: readonly string[], found: string) => Prepared;
  /**
   * For `insertBeside`: the row with the key `$1`, if it has the version `$2`. Locked as the foreign key will lock it, but before the
   * comparison: whoever holds it may be changing it.
   */
  readonly found: string;
  /** By the key and the version that was read; answers no row if the version is another one by now. */
  readonly update: (names: readonly string[]) => Prepared;
  /** The same for many rows: takes a list of keys, one of versions and one for each column, and answers a row for each that had its version. */
  readonly updateMany: (names: readonly string[]) => Prepared;
  readonly rowOf: (found: SelectedRow) => Row;
};

const ONE_ROW = { sharesCommit: true } as const;

type TextOf = (names: readonly string[], source: string) => string;

/** One statement for each set of columns, and each source of rows if there are any. */
const perColumns = (name: string, textOf: TextOf, marks: Pick<Prepared, 'sharesCommit'> = {}) => {
  const known = new Map<string, Prepared>();
  return (names: readonly string[], source = ''): Prepared => {
    const columns = [source, ...names].join(' ');
    const statement = known.get(columns) ?? { name: `${name} ${known.size}`, text: textOf(names, source), ...marks };
    known.set(columns, statement);
    return statement;
  };
};

const tableOf = <Row extends object>(orm: MikroORM, record: EntitySchema<Row>): Table<Row> => {
  const { tableName, properties, props, primaryKeys } = orm.getMetadata(record);
  const columnOf = (name: string): string => properties[name as EntityKey<Row>].fieldNames[0] ?? name;
  const typeOf = (name: string): string => properties[name as EntityKey<Row>].columnTypes[0] ?? 'text';
  const keyName = String(primaryKeys[0]);
  const key = columnOf(keyName);
  const { columns, rowOf } = selectionOf<Row, EntityKey<Row>>(
    orm,
    record,
    props.map(({ name }) => name),
  );
  const from = `select ${columns} from ${tableName}`;
  const select = `${from} where ${key} = $1`;
  return {
    name: tableName,
    canHold: (text, name = keyName) => (typeOf(name) === 'uuid' ? isId : isStorable)(text),
    select: { name: `${tableName} by key`, text: select, isShort: true },
    selectForUpdate: { name: `${tableName} for update`, text: `${select} for update` },
    selectBy: (name, orderedBy) => {
      const order = orderedBy.length === 0 ? '' : ` order by ${orderedBy.map(columnOf).join(', ')}`;
      const column = columnOf(name);
      return { name: `${tableName} by ${column}${order}`, text: `${from} where ${column} = $1${order}` };
    },
    remove: { name: `remove of ${tableName}`, text: `delete from ${tableName} where ${key} = any($1)` },
    insert: perColumns(
      `insert into ${tableName}`,
      (names) => {
        const values = names.map((_, place) => `$${place + 1}`);
        return `insert into ${tableName} (${names.map(columnOf).join(', ')}) values (${values.join(', ')})`;
      },
      ONE_ROW,
    ),
    insertBeside: perColumns(
      `insert beside into ${tableName}`,
      (names, source) => {
        const values = names.map((name, place) => `$${place + 3}::${typeOf(name)}`);
        return `insert into ${tableName} (${names.map(columnOf).join(', ')}) select ${values.join(', ')} ${source} returning version`;
      },
      ONE_ROW,
    ),
    found: `from ${tableName} where ${key} = $1 and version = $2 for key share`,
    insertMany: perColumns(`insert many into ${tableName}`, (names) => {
      const lists = names.map((name, place) => `$${place + 1}::${typeOf(name)}[]`);
      return `insert into ${tableName} (${names.map(columnOf).join(', ')}) select * from unnest(${lists.join(', ')})`;
    }),
    update: perColumns(
      `update of ${tableName}`,
      (names) => {
        const sets = names.map((name, place) => `${columnOf(name)} = $${place + 3}`);
        return `update ${tableName} set ${sets.join(', ')}, version = version + 1
        where ${key} = $1 and version = $2 returning version`;
      },
      ONE_ROW,
    ),
    updateMany: perColumns(`update of many of ${tableName}`, (names) => {
      const lists = [keyName, 'version', ...names].map((name, place) => `$${place + 1}::${typeOf(name)}[]`);
      const given = ['own_key', 'own_version', ...names.map((_, place) => `value_${place}`)];
      const sets = names.map((name, place) => `${columnOf(name)} = value_${place}`);
      return `update ${tableName} set ${sets.join(', ')}, version = version + 1
        from unnest(${lists.join(', ')}) as given (${given.join(', ')})
        where ${key} = own_key and version = own_version returning version`;
    }),
    rowOf: rowOf as Table<Row>['rowOf'],
  };
};

const known = new WeakMap<MikroORM, Map<object, unknown>>();

/** The statements of a record's table. Made once for a database, as a prepared statement has one text under one name. */
export const statementsOf = <Row extends object>(orm: MikroORM, record: EntitySchema<Row>): Table<Row> => {
  const tables = known.get(orm) ?? new Map<object, unknown>();
  known.set(orm, tables);
  const table = tables.get(record) ?? tableOf(orm, record);
  tables.set(record, table);
  return table as Table<Row>;
};
