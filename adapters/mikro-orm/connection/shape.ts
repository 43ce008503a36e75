/** A row of a statement, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

type Reader = (text: string) => unknown;

/** The columns of a statement's rows. */
export type Shape = {
  readonly names: readonly string[];
  readonly readers: readonly Reader[];
  readonly empty: Row;
};

/** The shapes of statements, by their names. One name has one text, and one text has one shape. */
export type Shapes = Map<string, Shape>;

type Field = { readonly name: string; readonly dataTypeID: number };

/** `readerOf` answers the function that decodes a type's values from text. */
export const shapeOf = (fields: readonly Field[], readerOf: (dataTypeID: number) => Reader): Shape => ({
  names: fields.map(({ name }) => name),
  readers: fields.map(({ dataTypeID }) => readerOf(dataTypeID)),
  empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
});

/** The shape of a statement without rows. */
export const NOTHING: Shape = shapeOf([], () => String);

export const rowOf = ({ names, readers, empty }: Shape, values: readonly (string | null)[]): Row => {
  const row: Record<string, unknown> = { ...empty };
  for (let place = 0; place < values.length; place += 1) {
    const text = values[place] ?? null;
    if (text !== null) row[names[place] ?? ''] = readers[place]?.(text);
  }
  return row;
};
