import type Stripe from 'stripe';

import { SECOND } from '#domain/instant.ts';
import type { Term } from '#domain/subscription.ts';
import { ProviderRefused } from '#application/ports/payment-provider.ts';

import { billsPeriodTo, isUnpaidRenewal } from './invoices.ts';
import type { Invoice } from './invoices.ts';
import type { Sparse } from './sparse.ts';

export type Subscription = Sparse<Stripe.Subscription>;

/** Stripe may add states. An unknown one, or one of a subscription that was never paid, is neither active nor ended. */
export const statusOf = ({ status }: Subscription): Term['status'] => {
  switch (status) {
    case 'active':
    case 'trialing':
      return 'active';
    case 'canceled':
    case 'incomplete_expired':
      return 'ended';
    default:
      return 'overdue';
  }
};

const periodOf = ({ items }: Subscription): { readonly start: number; readonly end: number } => {
  const { current_period_start: start, current_period_end: end }: Partial<Stripe.SubscriptionItem> =
    items?.data[0] ?? {};
  if (start === undefined || end === undefined) throw new ProviderRefused('a subscription without a period');
  return { start: start * SECOND, end: end * SECOND };
};

/** When it began. */
export const startOf = (subscription: Subscription): number => {
  const at = subscription.start_date ?? subscription.created;
  return at === undefined ? periodOf(subscription).start : at * SECOND;
};

/**
 * When it will end; `undefined` if it goes on. An end in a later month, set by hand, does not count yet: this month is followed by
 * another.
 */
export const scheduledEnd = (subscription: Subscription): number | undefined => {
  const { cancel_at: at, cancel_at_period_end: isAtPeriodEnd } = subscription;
  if (typeof at === 'number') return at * SECOND <= periodOf(subscription).end ? at * SECOND : undefined;
  return isAtPeriodEnd === true ? periodOf(subscription).end : undefined;
};

export type EndChange = Pick<Stripe.SubscriptionUpdateParams, 'cancel_at' | 'cancel_at_period_end'>;

/** The change that ends it with the period. Stripe takes one of the two fields at a time; a date is sure to be replaced by a date. */
export const endingWithPeriod = (subscription: Subscription): EndChange =>
  typeof subscription.cancel_at === 'number'
    ? { cancel_at: periodOf(subscription).end / SECOND }
    : { cancel_at_period_end: true };

/** The change that lets it go on, by the field in which its end was set. */
export const goingOn = ({ cancel_at_period_end: isAtPeriodEnd }: Subscription): EndChange =>
  isAtPeriodEnd === true ? { cancel_at_period_end: false } : { cancel_at: '' };

type Money = {
  /** The invoice that was made last, if the host names one. */
  readonly latest: Invoice | undefined;
  /** The last ones that are paid. */
  readonly paid: readonly Invoice[];
  /** Whether the last payment is no longer with the shop. */
  readonly isLastReturned: boolean;
};

const isPeriodPaid = (status: Term['status'], { latest }: Money): boolean => {
  switch (status) {
    case 'active':
      return latest === undefined || !isUnpaidRenewal(latest);
    case 'ended':
      // Where the host names no invoice, none was open.
      return latest === undefined || latest.status === 'paid';
    case 'overdue':
      return false;
  }
};

/** Stripe's period is the one that should be paid: if it is, the paid time ends with it, else where it begins. */
export const termOf = (subscription: Subscription, money: Money): Term => {
  const { start, end } = periodOf(subscription);
  const isBilledAndPaid = money.paid.some((invoice) => billsPeriodTo(invoice, end / SECOND));
  // A subscription is `past_due` after any failed payment. If the period itself is paid, that was no renewal.
  const status = subscription.status === 'past_due' && isBilledAndPaid ? 'active' : statusOf(subscription);
  const isPaid = !money.isLastReturned && (isBilledAndPaid || isPeriodPaid(status, money));
  const { ended_at: endedAt } = subscription;
  return {
    status,
    paidThrough: isPaid ? end : start,
    endsAt: status === 'ended' && typeof endedAt === 'number' ? endedAt * SECOND : scheduledEnd(subscription),
  };
};
