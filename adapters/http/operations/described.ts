import type * as v from 'valibot';

import type { JsonSchema } from './json-schema.ts';
import type { Schema } from './operation.ts';

type Fields<S extends Schema> = { readonly [Name in keyof v.InferInput<S>]?: string | JsonSchema };

/** A schema with what the document adds to it. */
export type Described = {
  readonly schema: Schema;
  readonly says?: string;
  readonly fields: Readonly<Record<string, string | JsonSchema | undefined>>;
  readonly example?: unknown;
};

/** Describes a schema and its fields for the document. Kept apart from the schemas, which the browser loads too. */
export const described = <S extends Schema>(
  schema: S,
  {
    fields = {},
    ...more
  }: { readonly says?: string; readonly fields?: Fields<S>; readonly example?: v.InferInput<S> } = {},
): Described => ({ schema, fields, ...more });

/** Notes that several schemas share. */
export const COUNT = { type: 'integer' } as const;
export const TIME = { format: 'date-time' } as const;
export const DOLLARS = 'In dollars.';
export const FOR_PEOPLE = 'For people.';
export const OUTCOME = 'Tells `success: false` for good from a payment that is still on its way.';
export const MAIL_TOKEN = 'From the link in the mail.';

/** Notes on the numbers of a page of a list. */
export const FOUND = {
  currentPage: { ...COUNT, description: 'The page that this is, from 1; it may be an earlier one than asked for.' },
  totalPages: { ...COUNT, description: '0 when nothing was found.' },
  totalItems: { ...COUNT, description: 'How many were found, on all pages.' },
} as const;
