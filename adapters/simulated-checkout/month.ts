import { DAY } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';

/** The day of the month, in UTC: 1 to 31. */
export const dayOf = (instant: Instant): number => new Date(instant).getUTCDate();

/** The same time of day in the next month, in UTC: on `day` of it, or on its last day when it has no such day. */
export const monthAfter = (instant: Instant, day: number): Instant => {
  const date = new Date(instant);
  const year = date.getUTCFullYear();
  const next = date.getUTCMonth() + 1;
  const lastDay = dayOf(Date.UTC(year, next + 1, 0));
  return Date.UTC(year, next, Math.min(day, lastDay)) + (((instant % DAY) + DAY) % DAY);
};
