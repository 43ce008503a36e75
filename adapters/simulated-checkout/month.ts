import { DAY } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';

/** The day of the month, in UTC: 1 to 31. */
export const dayOf = (instant: Instant): number => new Date(instant).getUTCDate();

const monthsAfter = (instant: Instant, months: number, day: number): Instant => {
  const date = new Date(instant);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + months;
  const lastDay = dayOf(Date.UTC(year, month + 1, 0));
  return Date.UTC(year, month, Math.min(day, lastDay)) + (((instant % DAY) + DAY) % DAY);
};

/** The same time of day in the next month, in UTC: on `day` of it, or on its last day when it has no such day. */
export const monthAfter = (instant: Instant, day: number): Instant => monthsAfter(instant, 1, day);

/** The same for the month before. */
export const monthBefore = (instant: Instant, day: number): Instant => monthsAfter(instant, -1, day);
