import type { Atomically, Repositories } from '#application/ports/atomically.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Ledger } from '#application/ports/ledger.ts';
import type { Passwords } from '#application/ports/passwords.ts';
import type { Secrets } from '#application/ports/secrets.ts';
import type { Account } from '#domain/account.ts';
import type { Coupon } from '#domain/coupon.ts';
import { DAY } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import { personKeyTexts } from '#domain/person.ts';
import { weekStart } from '#domain/week.ts';
import { sampleLeads } from './sample-leads.ts';

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

/** The accounts to sign in with: one without a subscription, and one that gets it. */
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
    emailToWarn: undefined,
    createdAt: now,
  }));

type Needs = {
  readonly atomically: Atomically;
  readonly ledger: Pick<Ledger, 'isEmpty'>;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly passwords: Pick<Passwords, 'hash'>;
};

export type SampleData = {
  /** Whether the shop has sample data, from this start or an earlier one. */
  readonly areThere: boolean;
  /** Whether the sample subscriber has yet to subscribe. */
  readonly subscriberIsNew: boolean;
};

/** Coupons are never removed, so these identify a shop that was filled with samples, however long ago. */
const hasSampleCoupons = async ({ coupons }: Pick<Repositories, 'coupons'>, now: Instant): Promise<boolean> => {
  for (const { code } of sampleCoupons(now)) if ((await coupons.find(code)) === undefined) return false;
  return true;
};

/**
 * Fills an empty shop: 137 listed and 214 vaulted leads, 40 for each of the next eight Mondays, coupons, and verified accounts. In a
 * shop that was filled before, missing accounts are added again; one with any data of its own is left unchanged: anybody with the
 * published password could read its vault.
 */
export const putSampleData = async ({ atomically, ledger, clock, secrets, passwords }: Needs): Promise<SampleData> => {
  const now = clock();
  const isEmpty = await ledger.isEmpty();
  const people = sampleAccounts(now, await passwords.hash(SAMPLE_USER.password), secrets.id);
  return atomically(async (repositories) => {
    // Also if another process has filled the shop meanwhile.
    const isFilled = await hasSampleCoupons(repositories, now);
    if (!isEmpty && !isFilled) return { areThere: false, subscriberIsNew: false };
    const { leads, persons, coupons, accounts, subscriptions } = repositories;
    for (const account of people)
      if ((await accounts.findByEmail(account.email)) === undefined) await accounts.add(account);
    const subscriber = await accounts.findByEmail(SAMPLE_SUBSCRIBER.email);
    const subscribed = subscriber && (await subscriptions.findOfAccount(subscriber.id));
    if (!isFilled) {
      const samples = sampleLeads(weekStart(now), secrets.id);
      await leads.add(samples);
      await persons.add(
        samples.flatMap(({ id, contact }) =>
          personKeyTexts(contact).map((text) => ({ key: secrets.hash(text), leadId: id, seenAt: now })),
        ),
      );
      for (const sample of sampleCoupons(now)) await coupons.add(sample);
    }
    return { areThere: true, subscriberIsNew: subscribed === undefined || subscribed.length === 0 };
  });
};
