import type { Instant } from '#domain/instant.ts';

/**
 * A statement that each connection to a server parses once, and plans once when that costs no more than planning it anew for
 * its values. One name, one text. A page's size and place belong into sub-selects, `limit (select $1::bigint)`: the planner
 * takes a bare parameter for a tenth of the table unless it knows its value, and would plan every time.
 */
export type Prepared = {
  readonly name: string;
  readonly text: string;
  /** Whether it reads little and waits for nothing, so that others may wait behind it. */
  readonly isShort?: true;
};

/** What `Query` takes. */
export type Statement = readonly [statement: string | Prepared, parameters: readonly unknown[]];

/** Notes a value of a statement and answers its name there. */
export type Parameter = (value: unknown) => string;

export const valuesOf = (): { readonly values: readonly unknown[]; readonly parameter: Parameter } => {
  const values: unknown[] = [];
  return { values, parameter: (value) => `$${values.push(value)}` };
};

/** A parameter to be cast to `timestamptz`. */
export const timestamp = (instant: Instant): string => new Date(instant).toISOString();

/** A text that means itself in a pattern of `like`. */
export const literally = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** A value that the planner does not see: a prepared statement costs the same with all of them, and is planned once. */
export const unseen = (parameter: string): string => `(select ${parameter})`;

const plain = (value: unknown): string | null | undefined =>
  typeof value === 'string' || value === null ? value : typeof value === 'number' ? String(value) : undefined;

/** Values as PostgreSQL reads them; `undefined` where one is not just its own text, such as a list: drivers know how to write those. */
export const plainValues = (values: readonly unknown[]): (string | null)[] | undefined => {
  const texts = values.map(plain).filter((text) => text !== undefined);
  return texts.length === values.length ? texts : undefined;
};
