import { DAY } from './instant.ts';
import type { Instant } from './instant.ts';
import type { Purchase, PurchaseProgress } from './purchase.ts';

/** How long the buyer of a purchase that came to nothing is stored: questions about a card's statement come weeks later. */
export const BUYER_MEMORY = 90 * DAY;

/** When a purchase came to nothing, with nobody's money held; `undefined` for any other. */
export const cameToNothingAt = ({ progress }: Purchase): Instant | undefined => {
  switch (progress.state) {
    case 'abandoned':
      return progress.abandonedAt;
    case 'lapsed':
      return progress.lapsedAt;
    case 'lost':
      return progress.money.is === 'held' ? undefined : progress.lostAt;
    case 'open':
    case 'won':
    case 'settled':
    case 'refunding':
    case 'refunded':
      return undefined;
  }
};

/** Whether a purchase came to nothing at or before `endedUntil`, and its buyer is still stored. */
export const isToForget = (purchase: Purchase, endedUntil: Instant): boolean => {
  const { terms, userId, progress } = purchase;
  const hasEmail = 'buyerEmail' in progress && progress.buyerEmail !== undefined;
  const tells = hasEmail || terms !== undefined || userId !== undefined;
  return tells && (cameToNothingAt(purchase) ?? Number.POSITIVE_INFINITY) <= endedUntil;
};

const withoutEmail = (progress: PurchaseProgress): PurchaseProgress =>
  progress.state === 'lost' || progress.state === 'lapsed' ? { ...progress, buyerEmail: undefined } : progress;

/** A purchase that came to nothing, without its buyer: no address, browser, account or e-mail. */
export const forgetBuyer = (purchase: Purchase): Purchase => ({
  ...purchase,
  terms: undefined,
  userId: undefined,
  progress: withoutEmail(purchase.progress),
});
