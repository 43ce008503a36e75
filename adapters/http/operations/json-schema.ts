import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { ConversionConfig } from '@valibot/to-json-schema';

import type { Schema } from './operation.ts';

/** The part of JSON Schema 2020-12 that the contract needs. */
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

/** The name of the schema that a reference points to. */
export const referredBy = ({ $ref }: JsonSchema): string | undefined => $ref?.slice(REFERENCE.length);

const isCount = (action: object): boolean => 'operation' in action && action.operation === Number;

/** The JSON Schema keyword for each bound of a text, which counts code points too: the converter knows none of them. */
const TEXT_BOUNDS: Readonly<Record<string, 'minLength' | 'maxLength'>> = {
  min_code_points: 'minLength',
  max_code_points: 'maxLength',
};

/**
 * A schema describes what may be sent, with every bound: bounds after trimming too, and digits that are read as a number are an
 * integer. Checks without a JSON Schema keyword leave no trace; metadata beside them does.
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

/** The schemas of a table by name, with references to each other. */
export const schemasOf = (table: Readonly<Record<string, Schema>>): Readonly<Record<string, JsonSchema>> =>
  // The library's types and ours describe the same JSON.
  toJsonSchemaDefs(table as Parameters<typeof toJsonSchemaDefs>[0], CONVERSION) as Record<string, JsonSchema>;

export const schemaOf = (schema: Schema): JsonSchema => {
  const { $schema: _, ...converted } = toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], CONVERSION);
  return converted as JsonSchema;
};
