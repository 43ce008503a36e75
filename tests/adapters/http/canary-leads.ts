import { DAY, WEEK } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Lead, LeadStanding } from '#domain/lead.ts';
import { weekStart } from '#domain/week.ts';

/** One lead in every standing, each with a contact that nothing else in the shop has. They cost the most, so the public examples show them. */
export const canaryLeads = (now: Instant) => {
  const week = weekStart(now);
  const [listedAt, old] = [week - WEEK, now - 91 * DAY];
  const standings = {
    listed: { state: 'listed', listedAt: week },
    scheduled: { state: 'listed', listedAt: now + DAY },
    overdue: { state: 'listed', listedAt },
    vaulted: { state: 'vaulted', listedAt, vaultedAt: week },
    lastday: { state: 'vaulted', listedAt: old, vaultedAt: now - 90 * DAY + 1 },
    outdated: { state: 'vaulted', listedAt: old, vaultedAt: now - 90 * DAY },
    expired: { state: 'expired', listedAt: old - WEEK, vaultedAt: old, expiredAt: now - DAY },
    withdrawn: { state: 'withdrawn', listedAt: week, withdrawnAt: now - DAY },
    // This one is bought by somebody.
    sold: { state: 'listed', listedAt: week },
  } as const satisfies Record<string, LeadStanding>;
  return Object.entries(standings).map(([name, standing], index): Lead => ({
    id: `01900000-0000-7000-9000-00000000000${index}`,
    place: { city: 'Juneau', state: 'AK' },
    contact: {
      firstName: `Qfirst${name}`,
      lastName: `Qlast${name}`,
      email: `q.${name}@canary.example`,
      phone: `(907) 555-019${index}`,
      address1: `19${index} Qstreet${name} Lane`,
    },
    description: 'Looks for a house.',
    price: 90_000,
    standing,
  }));
};

/** In the order of `canaryLeads`: those that subscribers see. */
export const IN_VAULT = [3, 4];

/** Everything that must not be told of a lead, in the forms it could be told in. */
export const secretsOf = ({ contact: { firstName, lastName, email = '', phone = '', address1 = '' } }: Lead) => [
  firstName,
  lastName,
  email,
  encodeURIComponent(email),
  phone,
  phone.replaceAll(/\D/g, ''),
  phone.slice(6),
  address1,
  encodeURIComponent(address1),
];
