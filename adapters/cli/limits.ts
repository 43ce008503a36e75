import { LONGEST_NOTE } from '#domain/audit.ts';

/** How long what an operator writes may be, in characters: demanded by the command line, and once more by whoever does it. */
export const LONGEST = {
  /** An id, the code of a coupon, or the number of a sale. */
  id: 100,
  /** A note or a reason: a longer one would be cut in the audit. */
  words: LONGEST_NOTE,
  /** A column of a file, which forms call by their whole question, or our name for it. */
  column: 2_000,
  encoding: 40,
  /** An e-mail address or a phone number. */
  person: 320,
  path: 4_096,
} as const;

/** How many rows a list has at most. */
export const MOST_ROWS = 1_000;
