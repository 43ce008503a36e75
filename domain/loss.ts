import type { LossReason, PurchaseProgress } from './purchase.ts';

/** How a provider takes the money of a purchase: it is held first (`authorise`), or taken at once (`charge`). */
export type Taking = 'authorise' | 'charge';

/** Whether money that was taken went back. `pending`: it is on its way. `if-charged`: it did if any was taken, which we have not kept. */
export type Refunded = boolean | 'pending' | 'if-charged';

const moneyText = (refunded: Refunded): string => {
  switch (refunded) {
    case false:
      return 'Your card was not charged.';
    case true:
      return 'Your payment was refunded.';
    case 'pending':
      return 'Your payment is being refunded.';
    case 'if-charged':
      return 'If your card was charged, the payment was refunded.';
  }
};

/** What became of a loser's money. */
export const refundedTo = (
  { money, buyerEmail }: Extract<PurchaseProgress, { readonly state: 'lost' }>,
  taking: Taking,
): Refunded => {
  if (money.is === 'refunded') return true;
  if (taking === 'authorise' || money.is === 'released') return false;
  if (money.is === 'held') return 'pending';
  // A page that has ended without a buyer was never paid, or was paid and refunded before we read it.
  return buyerEmail === undefined ? 'if-charged' : false;
};

/** What a buyer reads who did not get the lead. */
export const lossText = (reason: LossReason, { refunded }: { readonly refunded: Refunded }): string => {
  const money = moneyText(refunded);
  switch (reason) {
    case 'sold':
      return `This lead has just been sold to another buyer. ${money}`;
    case 'not-offered':
      return `This lead is no longer offered. ${money}`;
    case 'coupon-used-up':
      return `The last use of your coupon went to another buyer. ${money}`;
    case 'amount-differs':
      return `The amount paid was not the price of the lead. ${money}`;
  }
};

/** What the buyer of an abandoned purchase reads. */
export const abandonText = (taking: Taking): string =>
  taking === 'authorise'
    ? `This checkout was closed before it was paid. ${moneyText(false)}`
    : `This checkout has ended without a sale. ${moneyText('if-charged')}`;

/** What the buyer of a lapsed purchase reads: what was taken at once can only lapse by going back. */
export const lapseText = (taking: Taking): string =>
  `Your ${taking === 'authorise' ? 'card could not be charged' : 'payment was refunded'}, so the lead was not sold to you.`;
