import type { AccountId } from './account.ts';
import { firstCheck } from './check.ts';
import type { Check } from './check.ts';
import type { HostedPage } from './hosted-page.ts';
import { DAY, SECOND } from './instant.ts';
import type { Instant } from './instant.ts';
import type { Cents } from './money.ts';

/** What the Lead Vault costs a month: $39. */
export const MONTHLY_PRICE: Cents = 3900;

/** The one line on the hosted page. */
export const SUBSCRIPTION_ITEM = 'Lead Vault, monthly';

/** How long access outlasts a renewal that has failed, or that we have not heard of yet, by default. */
export const RENEWAL_GRACE = 3 * DAY;

/** What the provider last said of a subscription that has begun. */
export type Term = {
  /** `overdue`: a renewal was not paid. */
  readonly status: 'active' | 'overdue' | 'ended';
  /** The end of what is paid. */
  readonly paidThrough: Instant;
  /** When it will end; `undefined` if it goes on. For an ended one, when it did. */
  readonly endsAt: Instant | undefined;
};

/** What one reading at the provider says: the term, and what has become of the money for it. */
export type TermReading = Term & {
  /** Its last payment went back in whole, or one of its payments was disputed: nothing more may be charged. */
  readonly isTakenBack: boolean;
  /** When its last payment was taken; `undefined` where nobody can tell. */
  readonly paidAt: Instant | undefined;
  /** The provider's reference of its last payment, to send back. */
  readonly paymentRef: string | undefined;
};

/**
 * What becomes of a payment that was taken after the end: it buys nothing, and goes back. `wanted` until it has, then `made`; `failed`
 * when it is with the shop again after that, as by a bank that rejects it: a person has to send it in another way.
 */
export type LateRefund = { readonly paymentRef: string; readonly state: 'wanted' | 'made' | 'failed' };

/**
 * `open` → `live` → `ended`; `open` → `abandoned`; `open` or `live` → `unwanted` → `ended`. One that was `abandoned` goes on as an
 * open one when its page was paid after all. An account has one open and one live subscription at most: what is one too many is
 * unwanted, ended at the provider and, if it was paid for nothing, given back. So is what stays unpaid beyond its grace, and what
 * was paid and taken back; paid at the last moment it is live once more.
 */
export type SubscriptionProgress =
  | { readonly state: 'open' }
  | { readonly state: 'abandoned'; readonly abandonedAt: Instant }
  | ({ readonly state: 'live' } & Begun & Omit<Term, 'status'> & { readonly isOverdue: boolean })
  | ({ readonly state: 'unwanted'; readonly paidThrough: Instant; readonly givesBack: boolean } & Begun)
  | ({
      readonly state: 'ended';
      readonly paidThrough: Instant;
      readonly endedAt: Instant;
      /** Of the last payment that was taken after the end; `undefined`: there was none. */
      readonly lateRefund: LateRefund | undefined;
    } & Begun);

export type Begun = {
  /** The provider's reference of the subscription. */
  readonly ref: string;
  /** The provider's reference of the one who pays: an account has one, whatever it subscribes to. */
  readonly payerRef: string;
  /** The start of the unbroken run of months. */
  readonly since: Instant;
};

export type Subscription = {
  readonly id: string;
  readonly accountId: AccountId;
  readonly openedAt: Instant;
  /** The hosted page, once the provider has opened it. */
  readonly checkout: HostedPage | undefined;
  /** When the sweep checks it next. */
  readonly check: Check;
  /** Grows with each step: an answer of the provider that was asked for at an earlier revision is outdated. */
  readonly revision: number;
  readonly progress: SubscriptionProgress;
};

/** A subscription that begins now: open, without a checkout. */
export const newSubscription = (id: string, accountId: AccountId, now: Instant): Subscription => ({
  id,
  accountId,
  openedAt: now,
  checkout: undefined,
  check: firstCheck(now),
  revision: 0,
  progress: { state: 'open' },
});

/** Whether a subscription has ended before its paid time is over: nothing renews it, and access lasts until that time is over. */
export const isPaidAhead = ({ progress }: Pick<Subscription, 'progress'>, now: Instant): boolean =>
  progress.state === 'ended' && now < progress.paidThrough;

/** Whether nothing is owed for a subscription that gives access: another one would be a second payment for the same time. */
export const isPaidUp = ({ progress }: Pick<Subscription, 'progress'>, now: Instant): boolean =>
  progress.state === 'live' ? !progress.isOverdue : isPaidAhead({ progress }, now);

/** Whether a subscription has ended without any paid time: it was one too many, or its first payment was taken back. */
export const boughtNothing = ({ progress }: Pick<Subscription, 'progress'>): boolean =>
  progress.state === 'ended' && progress.paidThrough <= progress.since;

/** Whether a subscription continues a run that had begun before its page was opened. Providers tell whole seconds. */
export const goesOn = ({ progress, openedAt }: Pick<Subscription, 'progress' | 'openedAt'>): boolean =>
  'since' in progress && progress.since + SECOND < openedAt;

/** Whether a subscription has just ended: until what was paid is over or, where it ended only after that, until its grace is. */
export const hasJustEnded = ({ progress }: Pick<Subscription, 'progress'>, now: Instant, grace: number): boolean => {
  if (progress.state !== 'ended') return false;
  const { paidThrough, endedAt } = progress;
  return now < (endedAt < paidThrough ? paidThrough : paidThrough + grace);
};
