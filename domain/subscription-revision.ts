import type { Instant } from './instant.ts';
import type { Subscription, Term, TermReading } from './subscription.ts';
import { stepped } from './subscription-steps.ts';

/** Whether money was taken for a subscription after it had ended, and is still there: it buys nothing. */
export const isPaidTooLate = (
  { progress }: Subscription,
  { standing, paidThrough, endsAt, paidAt }: TermReading,
): boolean =>
  progress.state === 'ended' &&
  standing === 'ended' &&
  paidThrough > progress.paidThrough &&
  paidAt !== undefined &&
  endsAt !== undefined &&
  paidAt > endsAt;

/** An ended subscription of which more or less is paid by now, as after a refund or a dispute; `undefined` when that is nothing new. */
export const revise = (
  subscription: Subscription,
  { standing, paidThrough }: Term,
  now: Instant,
): Subscription | undefined => {
  const { progress } = subscription;
  if (progress.state !== 'ended' || standing !== 'ended' || paidThrough === progress.paidThrough) return undefined;
  return stepped(subscription, { ...progress, paidThrough }, now);
};
