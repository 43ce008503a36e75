import type { Instant } from '#domain/instant.ts';

/** Whether a process that is broken so does the week's work when the schedule rings. Each process has one of its own. */
export type Timer = (now: Instant) => boolean;

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
/** The first Monday 15:00 UTC that there was. */
const MONDAY = (4 * 24 + 15) * HOUR;

/** Rings seven days after it rang last, or was started. */
export const sevenDays = (started: Instant): Timer => {
  let last = started;
  return (now) => {
    if (now - last < WEEK) return false;
    last = now;
    return true;
  };
};

/** Keeps in the memory of its process which week is done: what comes within the week has to wait. */
export const onceAWeek = (): Timer => {
  const done = new Set<number>();
  return (now) => {
    const week = Math.floor((now - MONDAY) / WEEK);
    const isNew = !done.has(week);
    done.add(week);
    return isNew;
  };
};
