/** A row of a statement, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

type Reader = (text: string) => unknown;

/** What the rows of a statement are made of. */
export type Shape = {
  readonly names: readonly string[];
  readonly readers: readonly Reader[];
  readonly empty: Row;
};

/** The shapes of statements, by their names. One name has one text, and one text has one shape. */
export type Shapes = Map<string, Shape>;

type Field = { readonly name: string; readonly dataTypeID: number };

/** `readerOf` answers by which function a type's values are read from their text. */
export const shapeOf = (fields: readonly Field[], readerOf: (dataTypeID: number) => Reader): Shape => ({
  names: fields.map(({ name }) => name),
  readers: fields.map(({ dataTypeID }) => readerOf(dataTypeID)),
  empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
});

/** Of a statement that answers no rows. */
export const NOTHING: Shape = shapeOf([], () => String);

export const rowOf = ({ names, readers, empty }: Shape, values: readonly (string | null)[]): Row => {
  const row: Record<string, unknown> = { ...empty };
  for (let place = 0; place < values.length; place += 1) {
    const text = values[place] ?? null;
    if (text !== null) row[names[place] ?? ''] = readers[place]?.(text);
  }
  return row;
};
