/**
 * Advisory locks of the database, by their numbers: only one transaction in all processes holds each of them, until it ends. Any
 * numbers will do that nothing else in the database locks. Other versions of the product and the stored functions use the same numbers:
 * a changed one would let two transactions in.
 */
export const LOCKS = {
  migrate: 4_711_000_001,
  addPlace: 4_711_000_002,
  knowPersons: 4_711_000_003,
  refreshWeek: 4_711_000_004,
} as const;
