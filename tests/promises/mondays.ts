import type { Instant } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';

/*
 * The cycle of a lead in plain words, which uses nothing of the product: Mondays are read off the calendar, and a day is
 * 24 hours.
 */

const HOURS = 3_600_000;
const SHOWN = 90 * 24 * HOURS;
const REMEMBERED = 30 * 24 * HOURS;

/** Every Monday 15:00 UTC from `from` to `until`, by the calendar. */
export const mondaysOf = (from: Instant, until: Instant): readonly Instant[] => {
  const found: Instant[] = [];
  const day = new Date(from);
  day.setUTCHours(15, 0, 0, 0);
  for (; day.getTime() <= until; day.setUTCDate(day.getUTCDate() + 1))
    if (day.getUTCDay() === 1 && day.getTime() >= from) found.push(day.getTime());
  return found;
};

/** When what becomes of a lead that nobody buys. */
export type Fate = Readonly<Record<'vaulted' | 'expired' | 'erased', Instant>>;

/** Nothing is known of a lead that is listed after the last Monday. */
export const fateOf = (listedAt: Instant, mondays: readonly Instant[]): Fate => {
  const vaulted = mondays.find((monday) => monday > listedAt) ?? Infinity;
  return { vaulted, expired: vaulted + SHOWN, erased: vaulted + SHOWN + REMEMBERED };
};

/** How such a lead stands after the work of `at` was done, in a few words: with the instant that it has moved at. */
export const standOf = (fate: Fate, at: Instant): string => {
  const moved = (state: 'vaulted' | 'expired') => `${state} ${new Date(fate[state]).toISOString()}`;
  if (at < fate.vaulted) return 'listed';
  if (at < fate.expired) return moved('vaulted');
  return at < fate.erased ? moved('expired') : `${moved('expired')}, erased`;
};

/** The same of a lead as it is stored. */
export const standingOf = ({ standing, contact }: Lead): string => {
  const erased = contact.firstName === '' && contact.email === undefined ? ', erased' : '';
  switch (standing.state) {
    case 'vaulted':
      return `vaulted ${new Date(standing.vaultedAt).toISOString()}${erased}`;
    case 'expired':
      return `expired ${new Date(standing.expiredAt).toISOString()}${erased}`;
    default:
      return `${standing.state}${erased}`;
  }
};
