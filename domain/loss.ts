import type { LossReason, Purchase, PurchaseProgress } from './purchase.ts';

/** How a provider takes the money of a purchase: it is held first (`authorise`), or taken at once (`charge`). */
export type ChargeMode = 'authorise' | 'charge';

/**
 * What became of the money of a buyer who got no lead. `back-if-taken`: it went back if any was taken; whether any was is not stored.
 */
export type MoneyFate = 'never-taken' | 'back' | 'on-its-way-back' | 'back-if-taken';

const moneyText = (fate: MoneyFate): string => {
  switch (fate) {
    case 'never-taken':
      return 'Your card was not charged.';
    case 'back':
      return 'Your payment was refunded.';
    case 'on-its-way-back':
      return 'Your payment is being refunded.';
    case 'back-if-taken':
      return 'If your card was charged, the payment was refunded.';
  }
};

/** What a buyer whose money goes back may see at the bank. */
export const REFUND_SHOWN_LATER = 'Your bank may take a few days to show the refund.';

/** What became of the money of a lost purchase, as far as it is stored. */
export const fateOfMoney = (
  { money, buyerEmail }: Extract<PurchaseProgress, { readonly state: 'lost' }>,
  chargeMode: ChargeMode,
): MoneyFate => {
  if (money.is === 'refunded') return 'back';
  if (chargeMode === 'authorise' || money.is === 'released') return 'never-taken';
  if (money.is === 'held') return 'on-its-way-back';
  // A page that has ended without a buyer was never paid, or was paid and refunded before we read it.
  return buyerEmail === undefined ? 'back-if-taken' : 'never-taken';
};

const reasonText = (reason: LossReason, fate: MoneyFate): string => {
  const money = moneyText(fate);
  switch (reason) {
    case 'sold':
      return `This lead has just been sold to another buyer. ${money}`;
    case 'not-offered':
      return `This lead is no longer offered. ${money}`;
    case 'coupon-used-up':
      return `The last use of your coupon was taken by a payment before yours. ${money}`;
    case 'amount-differs':
      return `The amount paid was not the price of the lead. ${money}`;
    case 'no-address':
      return `The payment came without an email address that the lead could be sent to. ${money}`;
    case 'paid-too-late':
      return `Your payment came after this checkout had closed. ${money}`;
  }
};

const secondMoneyText = (fate: MoneyFate): string => {
  switch (fate) {
    case 'never-taken':
      return 'Nothing was charged a second time.';
    case 'back':
      return 'Your other payment was refunded.';
    case 'on-its-way-back':
      return 'Your other payment is being refunded.';
    case 'back-if-taken':
      return 'If your card was charged a second time, that payment was refunded.';
  }
};

const saleText = (progress: PurchaseProgress): string => {
  if (progress.state === 'refunding') return 'You have bought this lead already, and your payment is being refunded.';
  return progress.state === 'settled' && progress.delivery.state === 'refused'
    ? 'You have bought this lead already, but our email with it was refused: write to us, and give another address.'
    : 'You have bought this lead already. Its contact details come to you by email.';
};

/**
 * What the buyer of a lead reads on asking, or paying, for it once more: it is sold to nobody else. `fate` is that of the other
 * payment.
 */
export const boughtText = (progress: PurchaseProgress, fate: MoneyFate): string =>
  `${saleText(progress)} ${secondMoneyText(fate)}`;

/** What a buyer who did not get the lead reads. `sale`: the other purchase, by which the same buyer has got it. */
export const lossText = (reason: LossReason, fate: MoneyFate, sale?: Purchase): string =>
  sale === undefined ? reasonText(reason, fate) : boughtText(sale.progress, fate);

/** What is shown for a checkout that nobody has paid, a purchase's or a subscription's. */
export const CLOSED_UNPAID = `This checkout was closed before it was paid. ${moneyText('never-taken')}`;

/** What the buyer of an abandoned purchase reads. */
export const abandonText = (chargeMode: ChargeMode): string =>
  chargeMode === 'authorise' ? CLOSED_UNPAID : `This checkout has ended without a sale. ${moneyText('back-if-taken')}`;

/** What the buyer of a lapsed purchase reads: what was taken at once can only lapse by going back. */
export const lapseText = (chargeMode: ChargeMode): string =>
  `Your ${chargeMode === 'authorise' ? 'card could not be charged' : 'payment was refunded'}, so the lead was not sold to you.`;
