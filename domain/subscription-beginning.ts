import { asTold, dismiss, stepped } from './subscription-steps.ts';
import type { Instant } from './instant.ts';
import { isPaidAhead } from './subscription.ts';
import type { Subscription, Term } from './subscription.ts';

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
