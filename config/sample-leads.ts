import { WEEK } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Lead, LeadStanding } from '#domain/lead.ts';
import { CITIES, FIRST_NAMES, LAST_NAMES, PRICES, STREETS, WISHES } from './sample-texts.ts';

const LISTED = 137;
const VAULTED = 214;
/** New ones on each of the Mondays to come. */
const SCHEDULED = 40;
const SCHEDULED_WEEKS = 8;

/**
 * The number of weeks over which the vault's samples are spread: well inside its 90 days for a while to come. It shares no factor with
 * the number of wishes: otherwise all leads of a week would have the same wish.
 */
const VAULT_WEEKS = 9;

/** Steps that share no factor with the lengths of the lists, so that the combinations do not repeat soon. */
const pick = <T>(list: readonly T[], index: number, step: number): T => list[(index * step) % list.length] as T;

/** 555-0100 to 555-0199 belong to nobody, in any area code: enough for 800 leads. */
const AREAS = [512, 303, 614, 916, 602, 615, 813, 208] as const;

/** Shifts by one each time the cities begin again: the same city gets other wishes and prices. */
const shifted = (index: number): number => index + Math.floor(index / CITIES.length);

const sampleLead = (index: number, id: string, standing: LeadStanding): Lead => {
  const firstName = pick(FIRST_NAMES, index, 5);
  const lastName = pick(LAST_NAMES, index, 7);
  const name = `${firstName}.${lastName}`
    .normalize('NFD')
    .replaceAll(/[^A-Za-z.]/g, '')
    .toLowerCase();
  const place = pick(CITIES, index, 1);
  const line = String(100 + (index % 100)).padStart(4, '0');
  // Some lack one of the two, some the other: nobody buys a lead without either.
  const lacksEmail = index % 9 === 3;
  const lacksPhone = !lacksEmail && index % 7 === 1;
  return {
    id,
    place,
    contact: {
      firstName,
      lastName,
      email: lacksEmail ? undefined : `${name}${index}@example.com`,
      phone: lacksPhone ? undefined : `(${pick(AREAS, index + Math.floor(index / 200), 3)}) 555-${line}`,
      address1: index % 5 === 4 ? undefined : `${100 + index * 3} ${pick(STREETS, index, 5)}`,
    },
    description: pick(WISHES, shifted(index), 1),
    price: pick(PRICES, shifted(index), 1),
    standing,
  };
};

/** Leads as in a shop that has run for some weeks: listed, vaulted, and scheduled. */
export const sampleLeads = (week: Instant, newId: () => string): readonly Lead[] => {
  const standings: readonly LeadStanding[] = [
    ...Array.from({ length: LISTED }, () => ({ state: 'listed', listedAt: week }) as const),
    ...Array.from({ length: VAULTED }, (_, index) => {
      const vaultedAt = week - (index % VAULT_WEEKS) * WEEK;
      return { state: 'vaulted', listedAt: vaultedAt - WEEK, vaultedAt } as const;
    }),
    ...Array.from({ length: SCHEDULED * SCHEDULED_WEEKS }, (_, index) => {
      const listedAt = week + (1 + Math.floor(index / SCHEDULED)) * WEEK;
      return { state: 'listed', listedAt } as const;
    }),
  ];
  return standings.map((standing, index) => sampleLead(index, newId(), standing));
};
