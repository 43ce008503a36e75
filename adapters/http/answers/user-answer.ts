import type { User } from '#application/show-user.ts';
import type { Instant } from '#domain/instant.ts';
import type { Membership } from '#domain/membership.ts';
import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';

type SubscriptionAnswer = Pick<
  UserAnswer,
  'isSubscribed' | 'subscriptionDate' | 'cancelAtPeriodEnd' | 'canBeKept' | 'accessUntil' | 'renewsAt' | 'paymentFailed'
>;

const NO_SUBSCRIPTION: SubscriptionAnswer = {
  isSubscribed: false,
  subscriptionDate: null,
  cancelAtPeriodEnd: false,
  canBeKept: false,
  accessUntil: null,
  renewsAt: null,
  paymentFailed: false,
};

const iso = (at: Instant): string => new Date(at).toISOString();

const subscriptionOf = (membership: Membership): SubscriptionAnswer => {
  if (membership.is === 'none') return NO_SUBSCRIPTION;
  const { since, accessUntil, renewsAt, isOverdue, canBeKept } = membership;
  return {
    isSubscribed: true,
    subscriptionDate: iso(since),
    cancelAtPeriodEnd: renewsAt === undefined && !isOverdue,
    canBeKept,
    accessUntil: iso(accessUntil),
    renewsAt: renewsAt === undefined ? null : iso(renewsAt),
    paymentFailed: isOverdue,
  };
};

/** The account and the subscription of the signed-in user, for themselves. */
export const userOf = ({ account, membership }: User): UserAnswer => {
  const { fullName, email, phone, address, pendingEmail } = account;
  return {
    fullName,
    email,
    phoneNumber: phone ?? null,
    address: address ?? null,
    ...subscriptionOf(membership),
    pendingEmail: pendingEmail ?? null,
  };
};
