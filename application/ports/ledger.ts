import type { AuditEntry } from '#domain/audit.ts';
import type { ContactMessage } from '#domain/contact-message.ts';
import type { Coupon } from '#domain/coupon.ts';
import type { Instant } from '#domain/instant.ts';
import type { LeadStanding } from '#domain/lead.ts';
import type { Cents } from '#domain/money.ts';
import type { Purchase, PurchaseProgress } from '#domain/purchase.ts';
import type { Subscription, SubscriptionProgress } from '#domain/subscription.ts';

/** The numbers of a shop, by kind and state. */
export type Stats = {
  readonly leads: Readonly<Record<LeadStanding['state'] | 'scheduled', number>>;
  readonly purchases: Readonly<Record<PurchaseProgress['state'], number>>;
  /** What settled purchases have brought in. */
  readonly collected: Cents;
  readonly subscriptions: Readonly<Record<SubscriptionProgress['state'], number>>;
};

/** The figures of an empty shop: every state, with a count of 0. */
export const NO_STATS: Stats = {
  leads: { scheduled: 0, listed: 0, sold: 0, vaulted: 0, expired: 0, withdrawn: 0 },
  purchases: { open: 0, won: 0, settled: 0, refunding: 0, refunded: 0, lost: 0, abandoned: 0, lapsed: 0 },
  collected: 0,
  subscriptions: { open: 0, abandoned: 0, live: 0, unwanted: 0, ended: 0 },
};

export type HeldPayments = { readonly count: number; readonly oldestAt: Instant | undefined };

/** Which purchases: all given conditions must hold. */
export type PurchaseQuery = {
  readonly state: PurchaseProgress['state'] | undefined;
  /** Those that were paid, or to be paid, from this address. It is given in its normal form; stored letters may be of either case. */
  readonly buyerEmail: string | undefined;
  readonly openedBefore: Instant | undefined;
  readonly limit: number;
};

/** What an operator reads. Reads see what is committed when they begin. */
export interface Ledger {
  /** As `joinMoves` tells it, newest first. */
  readonly audit: (limit: number) => Promise<readonly AuditEntry[]>;
  readonly coupons: () => Promise<readonly Coupon[]>;
  /** Messages of the contact form that count as spam, newest first. */
  readonly spam: (limit: number) => Promise<readonly ContactMessage[]>;
  /** Newest first. */
  readonly purchases: (query: PurchaseQuery) => Promise<readonly Purchase[]>;
  /** By the sale number: `HL-7K2M-9QXD`. */
  readonly purchaseBySaleNumber: (saleNumber: string) => Promise<Purchase | undefined>;
  /**
   * Unfinished ones, those settled at or after `settledSince`, also if refunded since, and those that came to nothing unpaid at or
   * after `unpaidSince` and had a page to pay at: by id, beginning after the id `after`.
   */
  readonly purchasesToReconcile: (query: {
    readonly settledSince: Instant;
    readonly unpaidSince: Instant;
    readonly after: string | undefined;
    readonly limit: number;
  }) => Promise<readonly Purchase[]>;
  /**
   * Unfinished ones, which are the open, live and unwanted, and those ended whose late payment has to go back; those that ended at or
   * after `endedSince`, and those abandoned at or after `abandonedSince` that had a page: by id, beginning after the id `after`.
   */
  readonly subscriptionsToReconcile: (query: {
    readonly endedSince: Instant;
    readonly abandonedSince: Instant;
    readonly after: string | undefined;
    readonly limit: number;
  }) => Promise<readonly Subscription[]>;
  /** Purchases whose money is held, neither collected nor released, and since when for the oldest of them. */
  readonly heldPayments: () => Promise<HeldPayments>;
  /** Whether the shop is still empty: no lead, no coupon, no account, no import. */
  readonly isEmpty: () => Promise<boolean>;
  /** `now` separates scheduled leads from listed ones. */
  readonly stats: (now: Instant) => Promise<Stats>;
}
