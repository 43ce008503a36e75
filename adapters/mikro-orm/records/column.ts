// Between columns and values: a column holds `null` for what is not there, and a date for an instant.
import type { Instant } from '#domain/instant.ts';

/** A column that is filled in the state of the row. The checks of the table guarantee the same. */
export const known = <Value>(value: Value | null): Value => {
  if (value === null) throw new Error('a stored row lacks a column that its state promises');
  return value;
};

export const someOf = <Value>(value: Value | null): Value | undefined => value ?? undefined;

export const atOf = (instant: Instant): Date => new Date(instant);

/** Of a column that is filled, as by `known`. */
export const instantOf = (at: Date | null): Instant => known(at).getTime();

export const atIf = (instant: Instant | undefined): Date | null => (instant === undefined ? null : atOf(instant));

export const instantIf = (at: Date | null): Instant | undefined => at?.getTime();
