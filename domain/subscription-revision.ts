import type { Instant } from './instant.ts';
import type { Subscription, Term, TermReading } from './subscription.ts';
import { stepped } from './subscription-steps.ts';

/** Whether money was taken for a subscription after it had ended, and is still there: it buys nothing. */
export const isPaidTooLate = (
  { progress }: Subscription,
  { status, paidThrough, endsAt, paidAt }: TermReading,
): boolean =>
  progress.state === 'ended' &&
  status === 'ended' &&
  paidThrough > progress.paidThrough &&
  paidAt !== undefined &&
  endsAt !== undefined &&
  paidAt > endsAt;

/** An ended subscription whose paid time has changed since, as by a refund or a dispute; `undefined` when it has not. */
export const revise = (
  subscription: Subscription,
  { status, paidThrough }: Term,
  now: Instant,
): Subscription | undefined => {
  const { progress } = subscription;
  if (progress.state !== 'ended' || status !== 'ended' || paidThrough === progress.paidThrough) return undefined;
  return stepped(subscription, { ...progress, paidThrough }, now);
};
