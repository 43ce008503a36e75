import type { Instant } from './instant.ts';
import type { LateRefund, Subscription, SubscriptionProgress, TermReading } from './subscription.ts';
import { stepped } from './subscription-steps.ts';

type Ended = Extract<SubscriptionProgress, { readonly state: 'ended' }>;

/** Whether money was taken after the end, and is still there: it buys nothing. */
const isPaidTooLate = (ended: Ended, { paidThrough, endsAt, paidAt }: TermReading): boolean =>
  paidThrough > ended.paidThrough && paidAt !== undefined && endsAt !== undefined && paidAt > endsAt;

/** What has become of a late payment, by whomever. A further one waits until the one before has gone back. */
const lateRefundBy = (ended: Ended, reading: TermReading): LateRefund | undefined => {
  const { lateRefund } = ended;
  const { paymentRef } = reading;
  if (isPaidTooLate(ended, reading)) {
    if (lateRefund?.state === 'wanted' || paymentRef === undefined) return lateRefund;
    if (lateRefund?.paymentRef !== paymentRef) return { paymentRef, state: 'wanted' };
    return lateRefund.state === 'made' ? { ...lateRefund, state: 'failed' } : lateRefund;
  }
  return lateRefund === undefined || lateRefund.state === 'made' ? lateRefund : { ...lateRefund, state: 'made' };
};

/**
 * An ended subscription whose money has moved since, as by a refund, a dispute or a payment that comes too late; `undefined` when none
 * has.
 */
export const revise = (subscription: Subscription, reading: TermReading, now: Instant): Subscription | undefined => {
  const { progress } = subscription;
  if (progress.state !== 'ended' || reading.status !== 'ended') return undefined;
  const lateRefund = lateRefundBy(progress, reading);
  const paidThrough = isPaidTooLate(progress, reading) ? progress.paidThrough : reading.paidThrough;
  return lateRefund === progress.lateRefund && paidThrough === progress.paidThrough
    ? undefined
    : stepped(subscription, { ...progress, paidThrough, lateRefund }, now);
};

/** The reference of the late payment that this reading finds still to be sent back; `undefined`: none. */
export const paymentToReturn = ({ progress }: Subscription, reading: TermReading): string | undefined =>
  progress.state === 'ended' && progress.lateRefund?.state === 'wanted' && isPaidTooLate(progress, reading)
    ? progress.lateRefund.paymentRef
    : undefined;

/** An ended subscription whose late payment was sent back; `undefined` unless that is wanted. */
export const returnLatePayment = (subscription: Subscription, now: Instant): Subscription | undefined => {
  const { progress } = subscription;
  if (progress.state !== 'ended' || progress.lateRefund?.state !== 'wanted') return undefined;
  return stepped(subscription, { ...progress, lateRefund: { ...progress.lateRefund, state: 'made' } }, now);
};
