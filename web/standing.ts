import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';

import { clockTime, longDate } from './date.ts';

/** How a subscription stands, in words. */

type Until = Pick<UserAnswer, 'accessUntil'>;

/** A renewal was not paid. */
export const overdueText = ({ accessUntil }: Until): string =>
  `Your last payment failed. Pay again ${accessUntil === null ? 'soon' : `by ${longDate(accessUntil)}, ${clockTime(new Date(accessUntil))}`} to keep your access.`;

type Ending = Until & Pick<UserAnswer, 'canBeKept'>;

/** Added where the subscription cannot be kept, so that nothing has to be decided before the end. */
const afterwards = ({ canBeKept }: Ending): string => (canBeKept ? '' : ' After that you can subscribe again.');

const end = ({ accessUntil }: Until): string =>
  accessUntil === null ? 'Your subscription ends soon.' : `Your subscription ends on ${longDate(accessUntil)}.`;

/** No renewal will follow. */
export const endText = (user: Ending): string => `${end(user)}${afterwards(user)}`;

/** What unsubscribing does to the access. A paid month lasts to the day of the next renewal; an unpaid month ends at once. */
export const unsubscribeText = ({
  paymentFailed,
  renewsAt,
  accessUntil,
}: Pick<UserAnswer, 'paymentFailed' | 'renewsAt' | 'accessUntil'>): string | undefined => {
  if (paymentFailed) return 'Your last payment failed, so your access ends now.';
  const last = renewsAt ?? accessUntil;
  return last === null ? undefined : `You keep access until ${longDate(last)}.`;
};

export const standingText = (user: UserAnswer): string => {
  if (user.paymentFailed) return overdueText(user);
  if (user.cancelAtPeriodEnd)
    return `${end(user)} You have full access to the Lead Vault until then.${afterwards(user)}`;
  const renewal = user.renewsAt === null ? '' : ` Your subscription renews on ${longDate(user.renewsAt)}.`;
  return `You have full access to the Lead Vault.${renewal}`;
};
