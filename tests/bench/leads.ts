import { FIRST_NAMES, LAST_NAMES, PRICES, STREETS, WISHES } from '#config/sample-texts.ts';
import { DAY, SECOND, WEEK } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Lead, LeadStanding } from '#domain/lead.ts';
import { hashed, pick } from './hash.ts';
import { PLACES } from './places.ts';

/** As mail providers are called, at addresses that belong to nobody. */
const MAIL = ['gmail', 'gmail', 'gmail', 'yahoo', 'outlook', 'icloud'] as const;

/** The vault's Mondays: even the oldest stays within its 90 days for the rest of this week. */
const VAULT_WEEKS = 12;

/** The higher, the more leads come from the first places: the busiest has 5 in 100, the last of them 2 in 10,000. */
const SKEW = 2.5;

const hex = (index: number, digits: number): string => index.toString(16).padStart(digits, '0');

/** Of the shape that the product's ids have, sorted by their making. */
export const idOf = (index: number): string => {
  const [a, b] = [hashed(index, 0), hashed(index, 1)].map((part) => hex(Math.floor(part * 2 ** 32), 8));
  return `01900000-${hex(index, 8).slice(0, 4)}-7${hex(index, 8).slice(4, 7)}-8${hex(index, 8).slice(7)}${a?.slice(0, 2)}-${a?.slice(2)}${b?.slice(0, 6)}`;
};

/** 20 in 100 are listed, 30 vaulted, 30 sold, 10 expired and 10 withdrawn, all mixed. None is listed later than it takes to write them. */
const standingOf = (index: number, week: Instant): LeadStanding => {
  const share = Math.floor(hashed(index, 2) * 10);
  const long = week - (1 + Math.floor(hashed(index, 3) * VAULT_WEEKS)) * WEEK;
  if (share < 2) return { state: 'listed', listedAt: week + Math.floor(hashed(index, 3) * SECOND) };
  if (share < 5) return { state: 'vaulted', listedAt: long, vaultedAt: long + WEEK };
  if (share < 8) return { state: 'sold', listedAt: long, soldAt: long + DAY, purchaseId: idOf(index) };
  if (share === 9) return { state: 'withdrawn', listedAt: long, withdrawnAt: long + DAY };
  const vaultedAt = week - 20 * WEEK;
  return { state: 'expired', listedAt: vaultedAt - WEEK, vaultedAt, expiredAt: vaultedAt + 90 * DAY };
};

const digits = (index: number, salt: number, smallest: number, count: number): number =>
  smallest + Math.floor(hashed(index, salt) * count);

/** The same lead in every run, but for its times, which are as far from the last Monday as ever. */
export const leadAt = (index: number, week: Instant): Lead => {
  const [firstName, lastName] = [pick(FIRST_NAMES, index, 4), pick(LAST_NAMES, index, 5)];
  const name = `${firstName}.${lastName}`.normalize('NFD').replaceAll(/[^A-Za-z.]/g, '');
  const phone = `(${digits(index, 6, 201, 780)}) 555-${digits(index, 7, 1_000, 9_000)}`;
  return {
    id: idOf(index),
    place: PLACES[Math.floor(hashed(index, 8) ** SKEW * PLACES.length)] ?? { city: 'Austin', state: 'TX' },
    contact: {
      firstName,
      lastName,
      email: hashed(index, 9) < 0.1 ? undefined : `${name.toLowerCase()}${index}@${pick(MAIL, index, 10)}.example`,
      phone: hashed(index, 11) < 0.1 ? undefined : phone,
      address1: hashed(index, 12) < 0.2 ? undefined : `${digits(index, 13, 1, 9_999)} ${pick(STREETS, index, 14)}`,
    },
    description: pick(WISHES, index, 15),
    price: pick(PRICES, index, 16),
    standing: standingOf(index, week),
  };
};
