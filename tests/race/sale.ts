import type { ReceivedMail } from '#adapters/dev-mailbox/mails.ts';
import type { Checkout, MoneyMove } from '#adapters/simulated-checkout/checkout.ts';
import type { LeadEntry, PurchaseEntry } from './books.ts';

/** Takes down what must never be, and the names under which the diary tells how it came about. */
export type Found = (what: string, ...about: readonly (string | null | undefined)[]) => void;

/** How the money of a checkout moved. */
export const historyOf = (checkout: Checkout | undefined): string =>
  checkout === undefined ? 'none' : checkout.history.map(({ what }: MoneyMove) => what).join(', ');

/** Authorised, or an order of nothing that was completed. */
export const isPaid = (checkout: Checkout | undefined): boolean =>
  checkout !== undefined && (checkout.state === 'free' || checkout.history.length > 0);

/** What a sale must look like at the provider, in the tables and in the mail, when all is done. */
export const checkPurchase = (
  purchase: PurchaseEntry,
  {
    lead,
    checkout,
    mails,
  }: { lead: LeadEntry | undefined; checkout: Checkout | undefined; mails: readonly ReceivedMail[] },
  found: Found,
): void => {
  const { id, progress, price, leadId } = purchase;
  const say = (what: string): void =>
    found(
      `${what} (purchase ${id}, ${progress}, money: ${historyOf(checkout)})`,
      id,
      checkout?.id,
      leadId,
      checkout?.email,
    );
  const moves = historyOf(checkout);
  const isFree = checkout?.state === 'free';
  const mailText = mails.map(({ id: mailId, to }) => `${mailId} to ${to}`).join(', ') || 'none';
  if (checkout !== undefined && checkout.amount !== price)
    say(`asked to pay ${checkout.amount} for a price of ${price}`);
  if (purchase.couponCode === null ? price !== lead?.price : price >= (lead?.price ?? 0))
    say(`the price is ${price}, of a lead for ${lead?.price} with coupon ${purchase.couponCode}`);
  switch (progress) {
    case 'settled': {
      if (!isFree && moves !== 'authorised, collected') say('settled, but not collected just once');
      if (purchase.delivery !== 'sent') say(`settled, but the delivery is ${purchase.delivery}`);
      if (purchase.buyerEmail !== checkout?.email) say('the buyer is not who paid');
      const [delivery] = mails;
      const isDelivery = lead?.contact.every((text) => delivery?.text.includes(text) && delivery.html.includes(text));
      if (mails.length !== 1 || delivery?.to !== checkout?.email || isDelivery !== true)
        say(`settled, but its mail is not one delivery to the buyer: ${mailText}`);
      return;
    }
    case 'lost': {
      const isTold = isPaid(checkout);
      if (isTold && !isFree && moves !== 'authorised, released') say('lost, but not released just once');
      if (isTold && purchase.loserMoney !== (isFree ? 'untouched' : 'released'))
        say(`the loser's money is ${purchase.loserMoney}`);
      const [notice] = mails;
      const isNotice = notice?.to === checkout?.email && notice?.text.includes('Your card was not charged.');
      if (isTold ? mails.length !== 1 || isNotice !== true : mails.length > 0)
        say(`lost, but its mail is not one notice to a loser: ${mailText}`);
      if (purchase.lossReason === 'sold' && lead?.standing !== 'sold') say('lost to a sale that is none');
      return;
    }
    case 'abandoned':
      if (isPaid(checkout)) say('paid, but abandoned');
      if (mails.length > 0) say(`abandoned, but mailed: ${mailText}`);
      return;
    default:
      say('never came to an end');
  }
};
