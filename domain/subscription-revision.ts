import type { Instant } from './instant.ts';
import type { LateRefund, Subscription, SubscriptionProgress, TermReading } from './subscription.ts';
import { stepped } from './subscription-steps.ts';

type Ended = Extract<SubscriptionProgress, { readonly state: 'ended' }>;

/** Whether money was taken after the end, and is still there: it buys nothing. */
const isPaidTooLate = (ended: Ended, { paidThrough, endsAt, paidAt }: TermReading): boolean =>
  paidThrough > ended.paidThrough && paidAt !== undefined && endsAt !== undefined && paidAt > endsAt;

/** What is left to do about a late payment, or was done. A further one waits until the one before has gone back. */
const lateRefundBy = (ended: Ended, reading: TermReading): LateRefund | undefined => {
  const { lateRefund } = ended;
  const { paymentRef } = reading;
  if (isPaidTooLate(ended, reading)) {
    if (lateRefund?.state === 'wanted' || paymentRef === undefined) return lateRefund;
    if (lateRefund?.paymentRef !== paymentRef) return { paymentRef, state: 'wanted' };
    return lateRefund.state === 'made' ? { ...lateRefund, state: 'failed' } : lateRefund;
  }
  switch (lateRefund?.state) {
    // The provider has refused to send it back, so its payer's bank has taken it, by a dispute: nothing is left to send.
    case 'wanted':
      return undefined;
    case 'failed':
      return { ...lateRefund, state: 'made' };
    default:
      return lateRefund;
  }
};

const paidThroughBy = (ended: Ended, reading: TermReading): Instant =>
  isPaidTooLate(ended, reading) ? ended.paidThrough : reading.paidThrough;

/** The reference of the late payment that is to be sent back; `undefined`: none. Whether it is still with the shop, the provider knows. */
export const paymentToReturn = ({ progress }: Subscription): string | undefined =>
  progress.state === 'ended' && progress.lateRefund?.state === 'wanted' ? progress.lateRefund.paymentRef : undefined;

/** An ended subscription whose late payment was sent back, by whomever; `undefined` unless that is wanted. */
export const returnLatePayment = (
  subscription: Subscription,
  reading: TermReading,
  now: Instant,
): Subscription | undefined => {
  const { progress } = subscription;
  if (progress.state !== 'ended' || progress.lateRefund?.state !== 'wanted') return undefined;
  const lateRefund: LateRefund = { ...progress.lateRefund, state: 'made' };
  return stepped(subscription, { ...progress, paidThrough: paidThroughBy(progress, reading), lateRefund }, now);
};

/**
 * An ended subscription whose money has moved since, as by a dispute or a payment that comes too late, or whose late payment the provider
 * has refused to send back; `undefined` when none has moved.
 */
export const revise = (subscription: Subscription, reading: TermReading, now: Instant): Subscription | undefined => {
  const { progress } = subscription;
  if (progress.state !== 'ended' || reading.status !== 'ended') return undefined;
  const lateRefund = lateRefundBy(progress, reading);
  const paidThrough = paidThroughBy(progress, reading);
  return lateRefund === progress.lateRefund && paidThrough === progress.paidThrough
    ? undefined
    : stepped(subscription, { ...progress, paidThrough, lateRefund }, now);
};
