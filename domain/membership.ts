import type { Instant } from './instant.ts';
import type { Subscription, SubscriptionProgress } from './subscription.ts';

type Member = {
  readonly is: 'member';
  /** The start of the unbroken run of months. */
  readonly since: Instant;
  /** Access is before this instant. */
  readonly accessUntil: Instant;
  /** When the next month is paid; `undefined` when none will be. */
  readonly renewsAt: Instant | undefined;
  /** A renewal was not paid: access ends with the grace. */
  readonly isOverdue: boolean;
  /** It is about to end, and can still go on without a new payment. */
  readonly canBeKept: boolean;
};

/** What an account may do in the Lead Vault. */
export type Membership = { readonly is: 'none' } | Member;

/** What a subscription gives, however long ago that ended; `undefined` if it never gave any. */
const memberBy = (progress: SubscriptionProgress, grace: number): Member | undefined => {
  switch (progress.state) {
    case 'live': {
      const { since, isOverdue, endsAt, paidThrough } = progress;
      return {
        is: 'member',
        since,
        // An end within the paid month takes nothing of it.
        accessUntil: Math.max(paidThrough, Math.min(endsAt ?? Infinity, paidThrough + grace)),
        renewsAt: endsAt === undefined && !isOverdue ? paidThrough : undefined,
        isOverdue,
        canBeKept: endsAt !== undefined && !isOverdue,
      };
    }
    case 'ended': {
      const { since, paidThrough } = progress;
      return { is: 'member', since, accessUntil: paidThrough, renewsAt: undefined, isOverdue: false, canBeKept: false };
    }
    case 'open':
    case 'abandoned':
    case 'unwanted':
      return undefined;
  }
};

/** The membership of an account at `now`: that of its subscription with the longest access. `grace` is in milliseconds. */
export const membershipOf = (
  subscriptions: readonly Pick<Subscription, 'progress'>[],
  now: Instant,
  grace: number,
): Membership => {
  const members = subscriptions
    .map(({ progress }) => memberBy(progress, grace))
    .filter((member) => member !== undefined)
    .filter(({ accessUntil }) => now < accessUntil);
  return members.toSorted((a, b) => b.accessUntil - a.accessUntil)[0] ?? { is: 'none' };
};
