import type { Atomically } from '#application/ports/atomically.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Passwords } from '#application/ports/passwords.ts';
import type { Secrets } from '#application/ports/secrets.ts';
import type { Account } from '#domain/account.ts';
import type { Coupon } from '#domain/coupon.ts';
import { DAY, WEEK } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Lead, LeadStanding } from '#domain/lead.ts';
import { weekStart } from '#domain/week.ts';
import { CITIES, FIRST_NAMES, LAST_NAMES, PRICES, STREETS, WISHES } from './sample-texts.ts';

const LISTED = 137;
const VAULTED = 214;

/** The vault's samples spread over so many weeks: well inside its 90 days for a while to come. */
const VAULT_WEEKS = 10;

/** Steps that share no factor with the lengths of the lists, so that the combinations do not repeat soon. */
const pick = <T>(list: readonly T[], index: number, step: number): T => list[(index * step) % list.length] as T;

/** Moves on by one each time the cities begin again: the same city comes with other wishes and prices. */
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
  return {
    id,
    place,
    contact: {
      firstName,
      lastName,
      email: index % 9 === 3 ? undefined : `${name}${index}@example.com`,
      // 555-0100 to 555-0199 belong to nobody, in any area code.
      phone: index % 7 === 1 ? undefined : `(${pick([512, 303, 614, 916, 602, 615, 813, 208], index, 3)}) 555-${line}`,
      address1: index % 5 === 4 ? undefined : `${100 + index * 3} ${pick(STREETS, index, 5)}`,
    },
    description: pick(WISHES, shifted(index), 1),
    price: pick(PRICES, shifted(index), 1),
    standing,
  };
};

const coupon = (code: string, more: Partial<Coupon>): Coupon => ({
  code,
  discount: { kind: 'percent', basisPoints: 1_000 },
  startsAt: undefined,
  endsAt: undefined,
  uses: 0,
  maxUses: undefined,
  smallestPrice: undefined,
  active: true,
  ...more,
});

const sampleCoupons = (now: Instant): readonly Coupon[] => [
  coupon('WELCOME10', {}),
  coupon('TENOFF', { discount: { kind: 'amount', cents: 1_000 } }),
  coupon('FREE', { discount: { kind: 'percent', basisPoints: 10_000 } }),
  coupon('EXPIRED', { endsAt: now - DAY }),
  coupon('LIMIT1', { maxUses: 1 }),
];

/** Who there is to sign in as: one without a subscription, and one that is to get it. */
export const SAMPLE_USER = { email: 'omar@example.com', password: 'sample-pass' } as const;
export const SAMPLE_SUBSCRIBER = { email: 'dana@example.com', password: 'sample-pass' } as const;

const sampleAccounts = (now: Instant, passwordHash: string, newId: () => string): readonly Account[] =>
  [
    { email: SAMPLE_USER.email, fullName: 'Omar Haddad', phone: '(512) 555-0142', address: 'Austin, TX' },
    { email: SAMPLE_SUBSCRIBER.email, fullName: 'Dana Whitmore', phone: '(303) 555-0117', address: 'Denver, CO' },
  ].map((person) => ({
    ...person,
    id: newId(),
    passwordHash,
    verification: { state: 'verified', verifiedAt: now },
    pendingEmail: undefined,
    formerEmail: undefined,
    createdAt: now,
  }));

type Needs = {
  readonly atomically: Atomically;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly passwords: Pick<Passwords, 'hash'>;
};

/**
 * Fills an empty shop: 137 listed and 214 vaulted leads, coupons, and verified accounts. Adds nothing that is there already;
 * `subscriberIsNew` tells that the subscriber has yet to subscribe.
 */
export const putSampleData = async ({
  atomically,
  clock,
  secrets,
  passwords,
}: Needs): Promise<{ readonly subscriberIsNew: boolean }> => {
  const now = clock();
  const samples = sampleAccounts(now, await passwords.hash(SAMPLE_USER.password), secrets.id);
  const week = weekStart(now);
  return atomically(async ({ leads, coupons, accounts, subscriptions }) => {
    for (const account of samples)
      if ((await accounts.findByEmail(account.email)) === undefined) await accounts.add(account);
    const subscriber = await accounts.findByEmail(SAMPLE_SUBSCRIBER.email);
    const subscribed = subscriber && (await subscriptions.findOfAccount(subscriber.id));
    const [first] = sampleCoupons(now);
    if (first !== undefined && (await coupons.find(first.code)) === undefined) {
      const listed = Array.from({ length: LISTED }, (_, index) =>
        sampleLead(index, secrets.id(), { state: 'listed', listedAt: week }),
      );
      const vaulted = Array.from({ length: VAULTED }, (_, index) => {
        const vaultedAt = week - (index % VAULT_WEEKS) * WEEK;
        return sampleLead(LISTED + index, secrets.id(), { state: 'vaulted', listedAt: vaultedAt - WEEK, vaultedAt });
      });
      await leads.add([...listed, ...vaulted]);
      for (const sample of sampleCoupons(now)) await coupons.add(sample);
    }
    return { subscriberIsNew: subscribed === undefined || subscribed.length === 0 };
  });
};
