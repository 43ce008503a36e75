import type { Instant } from '#domain/instant.ts';

/**
 * A statement that each connection to a server parses once, and plans once where one plan for all values is as good as a plan for each.
 * A name has one text. Write a page's size and place as sub-selects, `limit (select $1::bigint)`: for a bare parameter of unknown value
 * the planner assumes a tenth of the table, so it would plan every time.
 */
export type Prepared = {
  readonly name: string;
  readonly text: string;
  /** Whether it reads little and waits for nothing, so that other statements may wait behind it. */
  readonly isShort?: true;
  /**
   * Whether it is short, and asked for only at the end of a turn of the event loop, by all who ask in that turn: then it is sent as
   * soon as these have asked, and not a turn later.
   */
  readonly isLate?: true;
  /** Whether it changes a row that hardly anybody else locks, so that it may be committed together with others of its kind. */
  readonly sharesCommit?: true;
};

/** What `Query` takes. */
export type Statement = readonly [statement: string | Prepared, parameters: readonly unknown[]];

/** Adds a value to a statement's parameters; answers the reference to it: `$1`, `$2` … */
export type Parameter = (value: unknown) => string;

export const valuesOf = (): { readonly values: readonly unknown[]; readonly parameter: Parameter } => {
  const values: unknown[] = [];
  return { values, parameter: (value) => `$${values.push(value)}` };
};

/** A parameter to be cast to `timestamptz`. */
export const timestamp = (instant: Instant): string => new Date(instant).toISOString();

/** A text escaped for a pattern of `like`, so that it matches itself. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** A value hidden from the planner: one plan is then as good as another for each value, so the statement is planned once. */
export const unseen = (parameter: string): string => `(select ${parameter})`;

/**
 * A condition that uses no index, and that the planner assumes half of the rows to meet. Of the bare condition it would assume that
 * hardly any row meets it, so that it might as well sort them all.
 */
export const unindexed = (condition: string): string => `case when ${condition} then true else false end`;

const plain = (value: unknown): string | null | undefined =>
  typeof value === 'string' || value === null ? value : typeof value === 'number' ? String(value) : undefined;

/**
 * The texts of values, as PostgreSQL reads them; `undefined` where a value has no plain text, such as a list: the drivers encode those.
 */
export const plainValues = (values: readonly unknown[]): (string | null)[] | undefined => {
  const texts = values.map(plain).filter((text) => text !== undefined);
  return texts.length === values.length ? texts : undefined;
};
