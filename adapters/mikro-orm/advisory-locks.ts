/**
 * What only one transaction does at a time, in all processes, until it ends: advisory locks of the database, by their numbers. Any
 * numbers will do that nothing else in the database locks. Other versions of the product and the stored functions know them too:
 * one that changed would let two in.
 */
export const LOCKS = {
  migrate: 4_711_000_001,
  addPlace: 4_711_000_002,
  knowPersons: 4_711_000_003,
  refreshWeek: 4_711_000_004,
} as const;
