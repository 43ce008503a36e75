import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { ConversionConfig } from '@valibot/to-json-schema';

import type { Schema } from './operation.ts';

/** As much of JSON Schema 2020-12 as the contract needs. */
export type JsonSchema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema;
  readonly enum?: readonly (string | number)[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
};

const REFERENCE = '#/components/schemas/';

export const referenceTo = (name: string): JsonSchema => ({ $ref: `${REFERENCE}${name}` });

/** The name of what a schema refers to. */
export const referredBy = ({ $ref }: JsonSchema): string | undefined => $ref?.slice(REFERENCE.length);

const isCount = (action: object): boolean => 'operation' in action && action.operation === Number;

/** The word of JSON Schema for each bound of a text, which it counts in code points too: the converter knows none of them. */
const TEXT_BOUNDS: Readonly<Record<string, 'minLength' | 'maxLength'>> = {
  min_code_points: 'minLength',
  max_code_points: 'maxLength',
};

/**
 * A schema is told by what may be sent, with every bound that it has: those after trimming too, and digits that are read as a
 * number are an integer. Checks that JSON Schema has no word for leave no trace; what is written beside them as metadata does.
 */
const CONVERSION: ConversionConfig = {
  target: 'draft-2020-12',
  overrideAction: ({ valibotAction, jsonSchema }) => {
    if (valibotAction.type === 'transform') return isCount(valibotAction) ? { type: 'integer' } : jsonSchema;
    const bound = TEXT_BOUNDS[valibotAction.type];
    if (bound !== undefined && 'requirement' in valibotAction)
      return { ...jsonSchema, [bound]: valibotAction.requirement };
    return valibotAction.type === 'check' ? jsonSchema : undefined;
  },
  overrideSchema: ({ jsonSchema }) =>
    jsonSchema.type === 'integer' && typeof jsonSchema.default === 'string'
      ? { ...jsonSchema, default: Number(jsonSchema.default) }
      : undefined,
  overrideRef: ({ referenceId }) => `${REFERENCE}${referenceId}`,
};

/** The schemas of a table under their names, each naming the others where it holds them. */
export const schemasOf = (table: Readonly<Record<string, Schema>>): Readonly<Record<string, JsonSchema>> =>
  // The library's types and ours describe the same JSON.
  toJsonSchemaDefs(table as Parameters<typeof toJsonSchemaDefs>[0], CONVERSION) as Record<string, JsonSchema>;

export const schemaOf = (schema: Schema): JsonSchema => {
  const { $schema: _, ...converted } = toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], CONVERSION);
  return converted as JsonSchema;
};
