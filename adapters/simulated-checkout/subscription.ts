import { DAY } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Cents } from '#domain/money.ts';

import { dayOf, monthAfter, monthBefore } from './month.ts';

/** A payment, taken at once; the first one when the buyer subscribed. */
export type Payment = {
  readonly ref: string;
  readonly amount: Cents;
  readonly at: Instant;
  readonly refundedAt: Instant | null;
};

/** `active` ↔ `overdue`, both → `ended`. A part of its checkout's JSON document: neither exists without the other. */
export type Subscription = {
  readonly id: string;
  /** Taken each month. */
  readonly amount: Cents;
  readonly startedAt: Instant;
  readonly state: 'active' | 'overdue' | 'ended';
  /** The day of the month on which it renews; in a shorter month, the last day. */
  readonly day: number;
  readonly paidThrough: Instant;
  /** `active`: a pending end; `ended`: when it ended. */
  readonly endsAt: Instant | null;
  /** Oldest first. */
  readonly payments: readonly Payment[];
};

/** How long a renewal may stay unpaid before the subscription ends. */
const OVERDUE_LASTS = 14 * DAY;

type Paid = Pick<Subscription, 'id' | 'amount' | 'payments'>;

const withPayment = ({ id, amount, payments }: Paid, at: Instant): readonly Payment[] => {
  const first = id.replace('sub_', 'pi_');
  const ref = payments.length === 0 ? first : `${first}_${payments.length + 1}`;
  return [...payments, { ref, amount, at, refundedAt: null }];
};

const endedAt = (subscription: Subscription, endsAt: Instant): Subscription => ({
  ...subscription,
  state: 'ended',
  endsAt,
});

/** The end of what is paid by payments that were not sent back, and whether the last payment was sent back. */
export const paidOf = ({ state, payments, paidThrough, day }: Subscription) => {
  const isTakenBack = (payments.at(-1)?.refundedAt ?? null) !== null;
  // The month of an overdue one is unpaid in any case.
  return { isTakenBack, paidThrough: isTakenBack && state !== 'overdue' ? monthBefore(paidThrough, day) : paidThrough };
};

/** A new subscription, its first month paid. */
export const begun = (id: string, amount: Cents, now: Instant): Subscription => ({
  id,
  amount,
  startedAt: now,
  state: 'active',
  day: dayOf(now),
  paidThrough: monthAfter(now, dayOf(now)),
  endsAt: null,
  payments: withPayment({ id, amount, payments: [] }, now),
});

const nextMonth = (subscription: Subscription, at: Instant): Subscription => ({
  ...subscription,
  paidThrough: monthAfter(subscription.paidThrough, subscription.day),
  payments: withPayment(subscription, at),
});

/** The subscription after the time that has passed: paid months follow each other, a pending end comes, an overdue one ends. */
export const caughtUp = (subscription: Subscription, now: Instant): Subscription => {
  let current = subscription;
  while (current.state === 'active' && now >= current.paidThrough)
    current = current.endsAt === null ? nextMonth(current, current.paidThrough) : endedAt(current, current.paidThrough);
  const patienceEnds = current.paidThrough + OVERDUE_LASTS;
  return current.state === 'overdue' && now >= patienceEnds ? endedAt(current, patienceEnds) : current;
};

/** As if the period were over and the next one paid; an overdue one is paid from now on. One with a pending end does not change. */
export const renew = (subscription: Subscription, now: Instant): Subscription => {
  const { state, endsAt } = subscription;
  if (state === 'ended' || endsAt !== null) return subscription;
  if (state === 'active') return nextMonth(subscription, now);
  // The months count from now on, as the unpaid days were not used.
  return nextMonth({ ...subscription, state: 'active', day: dayOf(now), paidThrough: now }, now);
};

/** As if the period ended now and the card were declined. One with a pending end does not change. */
export const failRenewal = (subscription: Subscription, now: Instant): Subscription =>
  subscription.state === 'active' && subscription.endsAt === null
    ? { ...subscription, state: 'overdue', paidThrough: now }
    : subscription;

export const endAtOnce = (subscription: Subscription, now: Instant): Subscription =>
  subscription.state === 'ended' ? subscription : endedAt(subscription, now);

export const endAfterPaidPeriod = (subscription: Subscription, now: Instant): Subscription => {
  const { state, endsAt, paidThrough } = subscription;
  if (state !== 'active') return endAtOnce(subscription, now);
  return endsAt === null ? { ...subscription, endsAt: paidThrough } : subscription;
};

export const keepGoing = (subscription: Subscription): Subscription =>
  subscription.state === 'active' && subscription.endsAt !== null ? { ...subscription, endsAt: null } : subscription;

/** Sends one payment back; `undefined` when it does not belong to this subscription. */
export const refundPayment = (
  subscription: Subscription,
  paymentRef: string,
  now: Instant,
): Subscription | undefined => {
  const payment = subscription.payments.find(({ ref }) => ref === paymentRef);
  if (payment === undefined || payment.refundedAt !== null) return payment && subscription;
  const payments = subscription.payments.map((one) => (one === payment ? { ...one, refundedAt: now } : one));
  return { ...subscription, payments };
};
