import { DAY } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Cents } from '#domain/money.ts';

import { dayOf, monthAfter, monthBefore } from './month.ts';

/** Each was taken at once; the first one when the buyer subscribed. */
export type Payment = {
  readonly ref: string;
  readonly amount: Cents;
  readonly at: Instant;
  readonly refundedAt: Instant | null;
};

/** `active` ↔ `overdue`, both → `ended`. A part of its checkout's JSON document: neither is ever there without the other. */
export type Subscription = {
  readonly id: string;
  /** Taken each month. */
  readonly amount: Cents;
  readonly startedAt: Instant;
  readonly state: 'active' | 'overdue' | 'ended';
  /** On this day of the month it renews, or on the last day of a shorter month. */
  readonly day: number;
  readonly paidThrough: Instant;
  /** `active`: a pending end; `ended`: when it did. */
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

/** Until when is paid by what was not sent back; whether the last payment was. */
export const paidOf = ({ state, payments, paidThrough, day }: Subscription) => {
  const isTakenBack = (payments.at(-1)?.refundedAt ?? null) !== null;
  // The month of an overdue one is not paid anyway.
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

/** The subscription after what time alone does: paid months follow each other, a pending end comes, patience ends. */
export const caughtUp = (subscription: Subscription, now: Instant): Subscription => {
  let current = subscription;
  while (current.state === 'active' && now >= current.paidThrough)
    current = current.endsAt === null ? nextMonth(current, current.paidThrough) : endedAt(current, current.paidThrough);
  const patienceEnds = current.paidThrough + OVERDUE_LASTS;
  return current.state === 'overdue' && now >= patienceEnds ? endedAt(current, patienceEnds) : current;
};

/** As if the period were over and the next one paid; an overdue one is paid from now on. One about to end stays as it is. */
export const renew = (subscription: Subscription, now: Instant): Subscription => {
  const { state, endsAt } = subscription;
  if (state === 'ended' || endsAt !== null) return subscription;
  if (state === 'active') return nextMonth(subscription, now);
  // The months count from now on: the unpaid days were not used.
  return nextMonth({ ...subscription, state: 'active', day: dayOf(now), paidThrough: now }, now);
};

/** As if the period ended now and the card were declined. One about to end stays as it is. */
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

/** Sends one payment back; `undefined` when it is none of this subscription's. */
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
