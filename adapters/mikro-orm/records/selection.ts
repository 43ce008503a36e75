import type { EntityKey, EntitySchema, MikroORM } from '@mikro-orm/core';

/** A row as a statement has selected it. */
export type SelectedRow = Readonly<Record<string, unknown>>;

/** Some columns of a table in a statement of our own, decoded as the ORM decodes them. */
export type Selection<Row> = {
  /** The list after `select`. */
  readonly columns: string;
  readonly rowOf: (found: SelectedRow) => Row;
};

/** These columns of a record's table. Times come as milliseconds: the drivers decode all else alike. */
export const selectionOf = <Row extends object, Name extends EntityKey<Row>>(
  orm: MikroORM,
  record: EntitySchema<Row>,
  names: readonly Name[],
): Selection<Pick<Row, Name>> => {
  const { tableName, properties } = orm.getMetadata(record);
  const columns = names.map((name) => {
    const { fieldNames, columnTypes } = properties[name];
    const column = `${tableName}.${fieldNames[0]}`;
    const isTime = columnTypes[0]?.startsWith('timestamptz') === true;
    const read = isTime ? `round(date_part('epoch', ${column}) * 1000)` : column;
    return { name, isTime, label: `${tableName}_${name}`, read };
  });
  return {
    columns: columns.map(({ read, label }) => `${read} as "${label}"`).join(', '),
    rowOf: (found) => {
      const row: Partial<Record<Name, unknown>> = {};
      for (const { name, label, isTime } of columns) {
        const value = found[label];
        row[name] = isTime && typeof value === 'number' ? new Date(value) : value;
      }
      return row as Pick<Row, Name>;
    },
  };
};
