import { firstCheck } from './check.ts';
import type { Instant } from './instant.ts';
import { isPaidAhead } from './subscription.ts';
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
const asTold = (
  { ref, payerRef, since }: Begun,
  { status, paidThrough, endsAt }: Term,
  now: Instant,
): SubscriptionProgress =>
  status === 'ended'
    ? { state: 'ended', ref, payerRef, since, paidThrough, endedAt: now, lateRefund: undefined }
    : { state: 'live', ref, payerRef, since, paidThrough, endsAt, isOverdue: status === 'overdue' };

/** What the first reading of a subscription says. */
export type Beginning = Term & { readonly ref: string; readonly payerRef: string; readonly startedAt: Instant };

/** When a former subscription stops giving access, an overdue one that gives way included; `-Infinity` for one that never gave any. */
const accessEnd = ({ progress }: Subscription, grace: number): Instant => {
  switch (progress.state) {
    case 'unwanted':
      return progress.givesBack ? -Infinity : progress.paidThrough + grace;
    case 'ended':
      return Math.max(progress.paidThrough, Math.min(progress.endedAt, progress.paidThrough + grace));
    case 'live':
      return progress.isOverdue ? progress.paidThrough + grace : -Infinity;
    case 'open':
    case 'abandoned':
      return -Infinity;
  }
};

/** The start of the run of months that a subscription beginning at `startedAt` continues, or begins. */
const runStart = (formers: readonly Subscription[], startedAt: Instant, grace: number): Instant =>
  Math.min(
    startedAt,
    ...formers.flatMap((former) =>
      'since' in former.progress && accessEnd(former, grace) >= startedAt ? [former.progress.since] : [],
    ),
  );

/**
 * The next step after a subscription was paid for, beside the `others` of its account; `undefined` if it had begun before. It becomes
 * live, even if it was given up: its payer was at the page before that closed, and is charged each month. Beside a live one it is one
 * too many and goes back, unless that one is overdue and has to `giveWay`.
 */
export const begin = (
  subscription: Subscription,
  { ref, payerRef, startedAt, status, paidThrough, endsAt }: Beginning,
  others: readonly Subscription[],
  now: Instant,
  grace: number,
): Subscription | undefined => {
  const { state } = subscription.progress;
  if (state !== 'open' && state !== 'abandoned') return undefined;
  if (others.some(({ progress }) => progress.state === 'live' && !progress.isOverdue)) {
    const oneTooMany = { ref, payerRef, since: startedAt, paidThrough: startedAt };
    return stepped(subscription, { state: 'unwanted', ...oneTooMany, givesBack: true }, now);
  }
  const begun = { ref, payerRef, since: runStart(others, startedAt, grace) };
  return stepped(subscription, asTold(begun, { status, paidThrough, endsAt }, now), now);
};

/** A live subscription that has to end, paid until `paidThrough`. Nothing of it is given back. `undefined` unless it is live. */
const dismiss = (
  subscription: Subscription,
  now: Instant,
  { paidThrough }: Pick<Term, 'paidThrough'>,
): Subscription | undefined => {
  const { progress } = subscription;
  if (progress.state !== 'live') return undefined;
  const { ref, payerRef, since } = progress;
  return stepped(subscription, { state: 'unwanted', ref, payerRef, since, paidThrough, givesBack: false }, now);
};

/** An overdue subscription that ends as this step of another one of its account begins what was paid anew; `undefined` unless it is so. */
export const giveWay = (
  overdue: Subscription,
  { before, after }: { readonly before: Subscription; readonly after: Subscription },
  now: Instant,
): Subscription | undefined => {
  const { progress } = overdue;
  const hasBegun = !('ref' in before.progress) && (after.progress.state === 'live' || isPaidAhead(after, now));
  return hasBegun && progress.state === 'live' && progress.isOverdue ? dismiss(overdue, now, progress) : undefined;
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

/** An unwanted subscription that the provider has ended; `undefined` unless it is unwanted. */
export const letGo = (subscription: Subscription, now: Instant): Subscription | undefined => {
  const { progress } = subscription;
  if (progress.state !== 'unwanted') return undefined;
  const { ref, payerRef, since, paidThrough } = progress;
  const begun = { ref, payerRef, since };
  return stepped(subscription, { state: 'ended', ...begun, paidThrough, endedAt: now, lateRefund: undefined }, now);
};
