import { referenceTo, schemaOf, schemasOf } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Schema } from './operation.ts';
import { NAMED, QUERIES } from './schemas.ts';
import type { Described } from './described.ts';

const noteOf = (note: string | JsonSchema): JsonSchema => (typeof note === 'string' ? { description: note } : note);

/** The format of a nullable value is noted at the part that is not null. */
const noted = (schema: JsonSchema, note: JsonSchema): JsonSchema => {
  const { format, ...rest } = note;
  if (format === undefined || schema.anyOf === undefined) return { ...schema, ...note };
  return {
    ...schema,
    ...rest,
    anyOf: schema.anyOf.map((part) => (part.type === 'string' ? { ...part, format } : part)),
  };
};

const withNotes = (schema: JsonSchema, { says, fields, example }: Omit<Described, 'schema'>): JsonSchema => ({
  ...schema,
  ...(says !== undefined && { description: says }),
  ...(schema.properties && {
    properties: Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => {
        const note = fields[name];
        return [name, note === undefined ? property : noted(property, noteOf(note))];
      }),
    ),
  }),
  ...(example !== undefined && { examples: [example] }),
});

const names = new Map(Object.entries(NAMED).map(([name, { schema }]) => [schema, name]));

/** The named schemas with their descriptions. */
export const describedSchemas = (): Readonly<Record<string, JsonSchema>> => {
  const plain = schemasOf(Object.fromEntries(Object.entries(NAMED).map(([name, { schema }]) => [name, schema])));
  return Object.fromEntries(
    Object.entries(plain).map(([name, schema]) => {
      const described = NAMED[name];
      return [name, described === undefined ? schema : withNotes(schema, described)];
    }),
  );
};

/** A reference to a schema by its name. Throws when it has none: every body that crosses the wire is in the table. */
export const namedSchema = (schema: Schema): { readonly reference: JsonSchema; readonly example: unknown } => {
  const name = names.get(schema);
  if (name === undefined) throw new Error('a schema that an operation uses is not in the table of schemas');
  return { reference: referenceTo(name), example: NAMED[name]?.example };
};

/** The schema of a query with its description. */
export const describedQuery = (query: Schema): JsonSchema =>
  withNotes(schemaOf(query), QUERIES.find(({ schema }) => schema === query) ?? { fields: {} });
