import { firstCheck } from './check.ts';
import type { Instant } from './instant.ts';
import type { Begun, Subscription, SubscriptionProgress, Term, TermReading } from './subscription.ts';
import { nextReading } from './subscription-check.ts';

/** The subscription one step further. */
export const stepped = (subscription: Subscription, progress: SubscriptionProgress, now: Instant): Subscription => ({
  ...subscription,
  revision: subscription.revision + 1,
  check: progress.state === 'live' ? nextReading(now) : firstCheck(now),
  progress,
});

/** An open subscription given up; `undefined` unless it is open. */
export const abandonSubscription = (subscription: Subscription, now: Instant): Subscription | undefined =>
  subscription.progress.state === 'open'
    ? stepped(subscription, { state: 'abandoned', abandonedAt: now }, now)
    : undefined;

/** The progress of a subscription that has begun, by what the provider says. */
export const asTold = (
  { ref, payerRef, since }: Begun,
  { status, paidThrough, endsAt }: Term,
  now: Instant,
): SubscriptionProgress =>
  status === 'ended'
    ? { state: 'ended', ref, payerRef, since, paidThrough, endedAt: now, lateRefund: undefined }
    : { state: 'live', ref, payerRef, since, paidThrough, endsAt, isOverdue: status === 'overdue' };

/** A live subscription that has to end, paid until `paidThrough`. Nothing of it is given back. `undefined` unless it is live. */
export const dismiss = (
  subscription: Subscription,
  now: Instant,
  { paidThrough }: Pick<Term, 'paidThrough'>,
): Subscription | undefined => {
  const { progress } = subscription;
  if (progress.state !== 'live') return undefined;
  const { ref, payerRef, since } = progress;
  return stepped(subscription, { state: 'unwanted', ref, payerRef, since, paidThrough, givesBack: false }, now);
};

/**
 * A live subscription by what the provider says of it now; `undefined` when that is nothing new, or it is not live. One that is known
 * to be overdue has to end with its `grace` (in milliseconds): the provider would try the card again for weeks. One whose money was
 * taken back has to end now, lest the card is charged again next month.
 */
export const follow = (
  subscription: Subscription,
  term: Term & Pick<TermReading, 'isTakenBack'>,
  now: Instant,
  grace: number,
): Subscription | undefined => {
  const { progress } = subscription;
  if (progress.state !== 'live') return undefined;
  const { paidThrough, endsAt } = term;
  if (term.isTakenBack && term.status !== 'ended') return dismiss(subscription, now, term);
  const isOverdue = term.status === 'overdue';
  const isNews =
    term.status === 'ended' ||
    progress.isOverdue !== isOverdue ||
    progress.paidThrough !== paidThrough ||
    progress.endsAt !== endsAt;
  if (isNews) return stepped(subscription, asTold(progress, term, now), now);
  return isOverdue && now >= paidThrough + grace ? dismiss(subscription, now, progress) : undefined;
};

/** Whether a renewal was paid after it was decided that the subscription ends, and nothing was decided about that money yet. */
export const isPaidAfterAll = ({ progress }: Subscription, { status, paidThrough }: Term): boolean =>
  progress.state === 'unwanted' && !progress.givesBack && status !== 'overdue' && paidThrough > progress.paidThrough;

/**
 * An unwanted subscription that `isPaidAfterAll`, `undefined` unless it is one: beside another live one of its account the payment
 * goes back, otherwise the subscription is what the provider says, so that nobody pays for nothing.
 */
export const reconsider = (
  subscription: Subscription,
  term: Term,
  others: readonly Subscription[],
  now: Instant,
): Subscription | undefined => {
  const { progress } = subscription;
  if (progress.state !== 'unwanted' || !isPaidAfterAll(subscription, term)) return undefined;
  const isBesideAnother = others.some((other) => other.progress.state === 'live');
  return stepped(subscription, isBesideAnother ? { ...progress, givesBack: true } : asTold(progress, term, now), now);
};

/**
 * An unwanted subscription whose payment was to go back, and was taken by its payer's bank first: nothing is left to send. `undefined`
 * unless this reading finds it so. A dispute about an earlier month takes nothing of the last payment, which is the one that goes back.
 */
export const forgoRefund = (
  subscription: Subscription,
  { isTakenBack, paidThrough, paidAt }: Pick<TermReading, 'isTakenBack' | 'paidThrough' | 'paidAt'>,
  now: Instant,
): Subscription | undefined => {
  const { progress } = subscription;
  if (progress.state !== 'unwanted' || !progress.givesBack) return undefined;
  // A month that is paid ends after its payment; one whose payment is gone is paid to where it begins.
  const isGone = isTakenBack && paidThrough <= Math.max(paidAt ?? -Infinity, progress.paidThrough);
  if (!isGone) return undefined;
  const decided = { givesBack: false, paidThrough: Math.max(progress.paidThrough, paidThrough) };
  return stepped(subscription, { ...progress, ...decided }, now);
};

/** An unwanted subscription that the provider has ended; `undefined` unless it is unwanted. */
export const letGo = (subscription: Subscription, now: Instant): Subscription | undefined => {
  const { progress } = subscription;
  if (progress.state !== 'unwanted') return undefined;
  const { ref, payerRef, since, paidThrough } = progress;
  const begun = { ref, payerRef, since };
  return stepped(subscription, { state: 'ended', ...begun, paidThrough, endedAt: now, lateRefund: undefined }, now);
};
