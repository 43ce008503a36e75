import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';

import { longDate } from './date.ts';

/** How a subscription stands, in words. */

type Until = Pick<UserAnswer, 'accessUntil'>;

/** A renewal was not paid. */
export const overdueText = ({ accessUntil }: Until): string =>
  `Your last payment failed. Pay again ${accessUntil === null ? 'soon' : `before ${longDate(accessUntil)}`} to keep your access.`;

/** No renewal will follow. */
export const endText = ({ accessUntil }: Until): string =>
  accessUntil === null ? 'Your subscription ends soon.' : `Your subscription ends on ${longDate(accessUntil)}.`;

/** What becomes of the access of who unsubscribes. What is paid lasts to the day on which the next month would be; an unpaid month ends at once. */
export const unsubscribeText = ({
  paymentFailed,
  renewsAt,
  accessUntil,
}: Pick<UserAnswer, 'paymentFailed' | 'renewsAt' | 'accessUntil'>): string | undefined => {
  if (paymentFailed) return 'Your last payment failed, so your access ends now.';
  const end = renewsAt ?? accessUntil;
  return end === null ? undefined : `You keep access until ${longDate(end)}.`;
};

export const standingText = (user: UserAnswer): string => {
  if (user.paymentFailed) return overdueText(user);
  if (user.cancelAtPeriodEnd) return `${endText(user)} You have full access to the Lead Vault until then.`;
  const renewal = user.renewsAt === null ? '' : ` Your subscription renews on ${longDate(user.renewsAt)}.`;
  return `You have full access to the Lead Vault.${renewal}`;
};
