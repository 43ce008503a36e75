import { MINUTE } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';

const PART = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/;

// A field is a list of `*`, `5` or `1-5`, each perhaps with a step as in `0-30/10`.
const isIn = (field: string, value: number): boolean =>
  field.split(',').some((part) => {
    const match = PART.exec(part);
    if (match === null) throw new Error(`not a cron field: ${part}`);
    const [, first, last, step] = match;
    const from = Number(first ?? 0);
    const isOpen = first === undefined || (last === undefined && step !== undefined);
    return value >= from && (isOpen || value <= Number(last ?? first)) && (value - from) % Number(step ?? 1) === 0;
  });

const isTick = (fields: readonly string[], at: Instant): boolean => {
  const date = new Date(at);
  const [minute = '*', hour = '*', day = '*', month = '*', weekday = '*'] = fields;
  const isDay = isIn(day, date.getUTCDate());
  const isWeekday = isIn(weekday, date.getUTCDay());
  return (
    isIn(minute, date.getUTCMinutes()) &&
    isIn(hour, date.getUTCHours()) &&
    isIn(month, date.getUTCMonth() + 1) &&
    // Cron's own rule: a day and a weekday that are both named are alternatives.
    (day === '*' || weekday === '*' ? isDay && isWeekday : isDay || isWeekday)
  );
};

/** Whether a five-field cron line has a tick after `after`, up to and including `until`, in UTC. Throws if it is none. */
export const hasTicked = (cron: string, after: Instant, until: Instant): boolean => {
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== 5) throw new Error(`not a five-field cron line: ${cron}`);
  for (let minute = Math.floor(until / MINUTE) * MINUTE; minute > after; minute -= MINUTE)
    if (isTick(fields, minute)) return true;
  return false;
};
