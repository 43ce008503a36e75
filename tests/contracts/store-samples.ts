import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';

import type { Atomically } from '#application/ports/atomically.ts';
import type { Job } from '#application/ports/jobs.ts';
import type { Account } from '#domain/account.ts';
import type { Batch } from '#domain/batch.ts';
import type { Coupon } from '#domain/coupon.ts';
import { HOUR, MINUTE } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import type { Purchase } from '#domain/purchase.ts';

export type StoreUnderTest = {
  readonly atomically: Atomically;
  /** Every job that has been queued so far. */
  readonly jobs: () => Promise<readonly Job[]>;
  readonly close: () => Promise<void>;
};

/** The store, with the steps that its suites use most often. */
export type StoreInUse = {
  readonly atomically: Atomically;
  /** Every job that has been queued so far. */
  readonly queued: () => Promise<readonly Job[]>;
  readonly add: (leads: readonly Lead[], purchases?: readonly Purchase[], coupons?: readonly Coupon[]) => Promise<void>;
  readonly lead: (id: string) => Promise<Lead | undefined>;
  readonly purchase: (id: string) => Promise<Purchase | undefined>;
  readonly coupon: (code: string) => Promise<Coupon | undefined>;
};

/** `store` is called each time, as it is opened after the suites have been described. */
export const storeInUse = (store: () => StoreUnderTest): StoreInUse => {
  const atomically: Atomically = (work) => store().atomically(work);
  return {
    atomically,
    queued: () => store().jobs(),
    add: (leads, purchases = [], coupons = []) =>
      atomically(async (repositories) => {
        await repositories.leads.add(leads);
        for (const purchase of purchases) await repositories.purchases.add(purchase);
        for (const coupon of coupons) await repositories.coupons.add(coupon);
      }),
    lead: (id) => atomically(({ leads }) => leads.find(id)),
    purchase: (id) => atomically(({ purchases }) => purchases.find(id)),
    coupon: (code) => atomically(({ coupons }) => coupons.find(code)),
  };
};

export const NOW = Date.UTC(2026, 10, 2, 15);

export const someLead = (change: Partial<Lead> = {}): Lead => ({
  id: uuid(),
  place: { city: 'Austin', state: 'TX' },
  contact: { firstName: 'Ann', lastName: 'Poe', email: 'ann@example.com', phone: '5125550100', address1: undefined },
  description: 'Wants three bedrooms.',
  price: 4_900,
  standing: { state: 'listed', listedAt: NOW },
  ...change,
});

export const somePurchase = (leadId: string, change: Partial<Purchase> = {}): Purchase => ({
  id: uuid(),
  saleNumber: `HL-${uuid()}`,
  leadId,
  lineItem: 'Buyer Lead in Austin',
  listPrice: 4_900,
  price: 4_900,
  couponCode: undefined,
  visitorHash: 'hash',
  userId: undefined,
  terms: undefined,
  openedAt: NOW,
  checkout: { ref: `cs_${uuid()}`, closesAt: NOW + 31 * MINUTE },
  check: { at: NOW, count: 0 },
  progress: { state: 'open' },
  ...change,
});

export const someCoupon = (change: Partial<Coupon> = {}): Coupon => ({
  code: uuid().toUpperCase(),
  discount: { kind: 'percent', basisPoints: 1_000 },
  startsAt: undefined,
  endsAt: undefined,
  uses: 0,
  maxUses: undefined,
  smallestPrice: undefined,
  active: true,
  ...change,
});

export const someAccount = (change: Partial<Account> = {}): Account => ({
  id: uuid(),
  email: `${uuid()}@example.com`,
  fullName: 'Ann Poe',
  phone: undefined,
  address: undefined,
  passwordHash: '$some-hash$old',
  verification: { state: 'verified', verifiedAt: NOW },
  pendingEmail: undefined,
  emailToWarn: undefined,
  createdAt: NOW,
  ...change,
});

export const wonBy = (email: string): Purchase['progress'] => ({
  state: 'won',
  wonAt: NOW,
  buyerEmail: email,
  paymentRef: 'pi_1',
});

export const lostWith = (is: 'held' | 'released'): Extract<Purchase['progress'], { readonly state: 'lost' }> => ({
  state: 'lost',
  lostAt: NOW,
  reason: 'sold',
  buyerEmail: 'c@example.com',
  money: { is, paymentRef: 'pi_2' },
});

export class Aborted extends Error {}

export const someBatch = (change: Partial<Batch> = {}): Batch => ({
  id: uuid(),
  importedAt: NOW,
  fileHash: hashOf(uuid()),
  created: 1,
  end: { is: 'none' },
  ...change,
});

/** As the product hashes texts. */
export const hashOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

export const settledBy = (email: string): Extract<Purchase['progress'], { readonly state: 'settled' }> => ({
  state: 'settled',
  wonAt: NOW,
  settledAt: NOW + MINUTE,
  buyerEmail: email,
  paymentRef: 'pi_1',
  delivery: { state: 'queued' },
  contactLeftAt: undefined,
  resends: 0,
});

export const refundingFor = (email: string): Extract<Purchase['progress'], { readonly state: 'refunding' }> => ({
  ...settledBy(email),
  state: 'refunding',
  requestedAt: NOW + HOUR,
  by: 'operator',
  reason: 'asked for',
});

export const refundedTo = (email: string): Extract<Purchase['progress'], { readonly state: 'refunded' }> => ({
  ...refundingFor(email),
  state: 'refunded',
  refundedAt: NOW + 2 * HOUR,
});
