import type { EntityManager, EntitySchema, FilterQuery, FindOptions, RequiredEntityData } from '@mikro-orm/core';

/** How a table's rows stand for values of the domain. */
export type Mapping<Row extends object, Value> = {
  readonly record: EntitySchema<Row>;
  readonly keyOf: (value: Value) => string;
  readonly valueOf: (row: Row) => Value;
  readonly columnsOf: (value: Value) => RequiredEntityData<Row>;
};

/** The rows of one table as one transaction sees them: as it first read them, or has changed them since. */
export type Rows<Row extends object, Value> = {
  readonly find: (key: string, where: FilterQuery<Row>, options?: FindOptions<Row>) => Promise<Value | undefined>;
  readonly findAll: (where: FilterQuery<Row>, options?: FindOptions<Row>) => Promise<readonly Value[]>;
  /** Whether this transaction has found or added the row. */
  readonly knows: (key: string) => boolean;
  /** Lets go of rows that a statement takes away; every change must have been flushed. */
  readonly forget: (keys: readonly string[]) => void;
  readonly add: (value: Value) => void;
  readonly save: (value: Value) => void;
  /** `where` describes the rows of all these keys. Those that are gone already are no error. */
  readonly remove: (keys: readonly string[], where: FilterQuery<Row>) => Promise<void>;
};

export const rowsOf = <Row extends object, Value>(
  em: EntityManager,
  { record, keyOf, valueOf, columnsOf }: Mapping<Row, Value>,
): Rows<Row, Value> => {
  const known = new Map<string, Row>();
  const findAll = async (where: FilterQuery<Row>, options: FindOptions<Row> = {}): Promise<readonly Value[]> => {
    const rows = await em.find(record, where as never, options);
    return rows.map((row) => {
      const value = valueOf(row);
      known.set(keyOf(value), row);
      return value;
    });
  };
  return {
    find: async (key, where, options) => {
      const row = known.get(key);
      return row !== undefined && options === undefined ? valueOf(row) : (await findAll(where, options))[0];
    },
    findAll,
    knows: (key) => known.has(key),
    forget: (keys) => {
      for (const key of keys) {
        const row = known.get(key);
        if (row !== undefined) em.getUnitOfWork().unsetIdentity(row);
        known.delete(key);
      }
    },
    add: (value) => {
      if (known.has(keyOf(value))) throw new Error('only what is new can be added');
      const row = em.create(record, columnsOf(value));
      em.persist(row);
      known.set(keyOf(value), row);
    },
    save: (value) => {
      const row = known.get(keyOf(value));
      if (row === undefined) throw new Error('only what this transaction has found can be saved');
      Object.assign(row, columnsOf(value));
      em.persist(row);
    },
    remove: async (keys, where) => {
      for (const key of keys) {
        const row = known.get(key);
        if (row !== undefined) em.remove(row);
        known.delete(key);
      }
      await em.nativeDelete(record, where as never);
    },
  };
};
