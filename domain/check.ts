import { HOUR, MINUTE } from './instant.ts';
import type { Instant } from './instant.ts';

/** When something unfinished is checked next, and how often it has been checked in vain. */
export type Check = { readonly at: Instant; readonly count: number };

/** The first check of what has just begun or moved a step: a minute later, when its cause has mostly finished it. */
export const firstCheck = (now: Instant): Check => ({ at: now + MINUTE, count: 0 });

/** The first check of what waits for nobody else: due at once. */
export const checkNow = (now: Instant): Check => ({ at: now, count: 0 });

/** A check that is due this much later or more, in milliseconds, was set by a clock that was ahead: no other is put off so far. */
export const TOO_FAR = 2 * HOUR;

/** The next check, put off: after 1, 2, 4, 8 … minutes, at most an hour. */
export const laterCheck = ({ count }: Check, now: Instant): Check => ({
  at: now + Math.min(MINUTE * 2 ** count, HOUR),
  count: count + 1,
});
