import { HOUR, MINUTE } from './instant.ts';
import type { Instant } from './instant.ts';

/** When something unfinished is looked at next, and how often it has been looked at in vain. */
export type Check = { readonly at: Instant; readonly count: number };

/** The next look, put off: after 1, 2, 4, 8 … minutes, at most an hour. */
export const laterCheck = ({ count }: Check, now: Instant): Check => ({
  at: now + Math.min(MINUTE * 2 ** count, HOUR),
  count: count + 1,
});
