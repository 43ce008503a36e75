import type { Instant } from '#domain/instant.ts';
import { dollarsOf, priceText } from '#domain/money.ts';
import type { Purchase, PurchaseProgress } from '#domain/purchase.ts';
import { cameToNothingAt } from '#domain/purchase-memory.ts';
import { done, factsTable, refused } from './answer.ts';
import type { OperatorAnswer } from './answer.ts';
import { UNKNOWN_SALE, buyerOf, deliveryOf, purchaseJson } from './purchase-answers.ts';
import { isoTime, time } from './words.ts';

/** When it came to its end: the money went back, or there was never a sale and nobody's money is held. */
const endOf = (purchase: Purchase): Instant | undefined =>
  purchase.progress.state === 'refunded' ? purchase.progress.refundedAt : cameToNothingAt(purchase);

/** The payment by the provider's name for it. */
const paymentOf = (progress: PurchaseProgress): string | undefined => {
  if ('paymentRef' in progress) return progress.paymentRef;
  return progress.state === 'lost' && 'paymentRef' in progress.money ? progress.money.paymentRef : undefined;
};

const RETURNED = { refund: 'Refunded at the provider', dispute: 'Disputed by the buyer' } as const;

/** Why it was lost or refunded, in words. */
const reasonOf = (progress: PurchaseProgress): string | undefined => {
  if ('how' in progress) return RETURNED[progress.how];
  return 'reason' in progress ? progress.reason : undefined;
};

const factsOf = (purchase: Purchase) => {
  const { progress } = purchase;
  return {
    paidAt: 'settledAt' in progress ? progress.settledAt : undefined,
    contactLeftAt: 'contactLeftAt' in progress ? progress.contactLeftAt : undefined,
    refundAskedAt: 'requestedAt' in progress ? progress.requestedAt : undefined,
    endedAt: endOf(purchase),
    reason: reasonOf(progress),
    payment: paymentOf(progress),
  };
};

const priceOf = ({ price, listPrice, couponCode }: Purchase): string =>
  couponCode === undefined
    ? priceText(price)
    : `${priceText(price)} instead of ${priceText(listPrice)}, with ${couponCode}`;

/** Everything that is known of one sale, but the lead's contact. */
export const purchaseShown = (purchase: Purchase | undefined): OperatorAnswer => {
  if (purchase === undefined) return refused('unknown', UNKNOWN_SALE);
  const { paidAt, contactLeftAt, refundAskedAt, endedAt, reason, payment } = factsOf(purchase);
  const at = (instant: Instant | undefined) => (instant === undefined ? undefined : time(instant));
  const facts = factsTable([
    ['Sale', purchase.saleNumber],
    ['Lead', `${purchase.lineItem}, ${purchase.leadId}`],
    ['Price', priceOf(purchase)],
    ['Buyer', buyerOf(purchase)],
    ['State', purchase.progress.state],
    ['Reason', reason],
    ['Delivery', deliveryOf(purchase)],
    ['Opened', at(purchase.openedAt)],
    ['Paid', at(paidAt)],
    ['Contact left', at(contactLeftAt)],
    ['Refund asked for', at(refundAskedAt)],
    ['Ended', at(endedAt)],
    ['Payment', payment],
    ['Purchase', purchase.id],
  ]);
  const json = {
    ...purchaseJson(purchase),
    listPrice: dollarsOf(purchase.listPrice),
    paidAt: isoTime(paidAt),
    contactLeftAt: isoTime(contactLeftAt),
    refundAskedAt: isoTime(refundAskedAt),
    endedAt: isoTime(endedAt),
    reason: reason ?? null,
    payment: payment ?? null,
  };
  return done({ purchase: json }, [], facts);
};
