import type { LossReason } from './purchase.ts';

/** What a buyer reads who did not get the lead. `refunded`: the provider had charged at once. */
export const lossText = (reason: LossReason, { refunded }: { readonly refunded: boolean }): string => {
  const money = refunded ? 'Your payment was refunded.' : 'Your card was not charged.';
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

/** What the buyer of a lapsed purchase reads. */
export const LAPSE_TEXT = 'Your card could not be charged, so the lead was not sold to you.';
