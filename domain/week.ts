import { DAY, HOUR, WEEK } from './instant.ts';
import type { Instant } from './instant.ts';

/** Monday 5 January 1970, 15:00 UTC: the first weekly instant after the epoch, itself a Thursday. */
const FIRST_MONDAY_AT_15: Instant = 4 * DAY + 15 * HOUR;

/** The marketplace refreshes every Monday at 15:00 UTC. Answers the latest such instant that is not after `now`. */
export const weekStart = (now: Instant): Instant =>
  FIRST_MONDAY_AT_15 + Math.floor((now - FIRST_MONDAY_AT_15) / WEEK) * WEEK;

/** The next Monday 15:00 UTC after `now`. */
export const nextWeekStart = (now: Instant): Instant => weekStart(now) + WEEK;
