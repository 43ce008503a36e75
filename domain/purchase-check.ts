import { isPastOpening, laterCheck } from './check.ts';
import type { Instant } from './instant.ts';
import type { Purchase } from './purchase.ts';

/** Whether the provider still has to be asked, or told, about this purchase. */
export const isUnfinished = ({ progress }: Purchase): boolean =>
  progress.state === 'open' ||
  progress.state === 'won' ||
  progress.state === 'refunding' ||
  (progress.state === 'lost' && progress.money.is === 'held');

/** Whether an open purchase never got its hosted page and never will. */
export const isStillborn = (purchase: Purchase, now: Instant): boolean =>
  purchase.progress.state === 'open' && isPastOpening(purchase, now);

/** The purchase with its next look put off. */
export const postpone = (purchase: Purchase, now: Instant): Purchase => ({
  ...purchase,
  check: laterCheck(purchase.check, now),
});

/** Since when money of the buyer is held that we have neither taken nor let go; `undefined` if none is. */
export const moneyHeldSince = ({ progress }: Purchase): Instant | undefined => {
  if (progress.state === 'won') return progress.paymentRef === undefined ? undefined : progress.wonAt;
  return progress.state === 'lost' && progress.money.is === 'held' ? progress.lostAt : undefined;
};
