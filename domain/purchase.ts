import type { Coupon } from './coupon.ts';
import { useCoupon } from './coupon.ts';
import { HOUR, MINUTE } from './instant.ts';
import type { Instant } from './instant.ts';
import { sell } from './lead.ts';
import type { Lead, LeadId, Place } from './lead.ts';
import type { Cents } from './money.ts';

/** What the buyer agreed to, and where from. */
export type TermsAcceptance = {
  readonly version: string;
  readonly textHash: string;
  readonly acceptedAt: Instant;
  readonly address: string;
  readonly userAgent: string;
};

/** Why an authorised buyer did not get the lead. */
export type LossReason = 'sold' | 'not-offered' | 'coupon-used-up' | 'amount-differs';

/** The loser's money: nothing was ever taken, it is still held, or it went back. */
export type LoserMoney =
  | { readonly is: 'untouched' }
  | { readonly is: 'held'; readonly paymentRef: string }
  | { readonly is: 'released' | 'refunded'; readonly paymentRef: string };

/** The e-mail with the contact: waiting, taken by the mail server, or refused by it for good. */
export type Delivery =
  | { readonly state: 'queued' }
  | { readonly state: 'sent'; readonly sentAt: Instant }
  | { readonly state: 'refused'; readonly refusedAt: Instant };

/** `open` → `won` → `settled`; `open` → `lost` or `abandoned`; `won` → `lapsed`. */
export type PurchaseProgress =
  | { readonly state: 'open' }
  | {
      readonly state: 'won';
      readonly wonAt: Instant;
      readonly buyerEmail: string;
      readonly paymentRef: string | undefined;
    }
  | {
      readonly state: 'settled';
      readonly wonAt: Instant;
      readonly settledAt: Instant;
      readonly buyerEmail: string;
      readonly paymentRef: string | undefined;
      readonly delivery: Delivery;
    }
  | {
      readonly state: 'lost';
      readonly lostAt: Instant;
      readonly reason: LossReason;
      readonly buyerEmail: string | undefined;
      readonly money: LoserMoney;
    }
  | { readonly state: 'abandoned'; readonly abandonedAt: Instant }
  | { readonly state: 'lapsed'; readonly lapsedAt: Instant; readonly buyerEmail: string };

export type Purchase = {
  readonly id: string;
  /** What the buyer and the operator call the sale: `HL-7K2M-9QXD`. */
  readonly saleNumber: string;
  readonly leadId: LeadId;
  readonly lineItem: string;
  readonly listPrice: Cents;
  readonly price: Cents;
  readonly couponCode: string | undefined;
  /** Hash of the random cookie of the browser that began the purchase. */
  readonly visitorHash: string;
  readonly userId: string | undefined;
  readonly terms: TermsAcceptance | undefined;
  readonly openedAt: Instant;
  /** The hosted page, once the provider has opened it. */
  readonly checkout: { readonly ref: string; readonly closesAt: Instant } | undefined;
  /** When the sweep looks at it next, and how often it has looked in vain. */
  readonly check: { readonly at: Instant; readonly count: number };
  readonly progress: PurchaseProgress;
};

/** A purchase without a hosted page is given up after this long: its opening failed and nobody can pay it. */
const OPENING_GRACE = 10 * MINUTE;

/** The one line on the hosted page. */
export const lineItemOf = ({ city }: Place): string => `Buyer Lead in ${city}`;

/** What the provider says of the money of an open purchase. A free checkout has no payment. */
export type Payment = {
  readonly paymentRef: string | undefined;
  readonly amount: Cents;
  readonly email: string;
};

export type Decision =
  | { readonly outcome: 'won'; readonly purchase: Purchase; readonly lead: Lead; readonly coupon: Coupon | undefined }
  | { readonly outcome: 'lost'; readonly purchase: Purchase };

const lost = (purchase: Purchase, reason: LossReason, payment: Payment | undefined, now: Instant): Purchase => ({
  ...purchase,
  check: { at: now, count: 0 },
  progress: {
    state: 'lost',
    lostAt: now,
    reason,
    buyerEmail: payment?.email,
    money: payment?.paymentRef === undefined ? { is: 'untouched' } : { is: 'held', paymentRef: payment.paymentRef },
  },
});

/**
 * First to pay wins: an open purchase whose money is authorised gets the lead if it is still listed, and its coupon if a
 * use is left. Money of a loser that is held must go back. `undefined` unless the purchase is open.
 */
export const decide = (
  purchase: Purchase,
  lead: Lead,
  coupon: Coupon | undefined,
  payment: Payment,
  now: Instant,
): Decision | undefined => {
  if (purchase.progress.state !== 'open') return undefined;
  const lose = (reason: LossReason): Decision => ({ outcome: 'lost', purchase: lost(purchase, reason, payment, now) });
  if (payment.amount !== purchase.price) return lose('amount-differs');
  const sold = sell(lead, purchase.id, now);
  if (sold === undefined) return lose(lead.standing.state === 'sold' ? 'sold' : 'not-offered');
  const used = coupon && useCoupon(coupon);
  if (purchase.couponCode !== undefined && used === undefined) return lose('coupon-used-up');
  return {
    outcome: 'won',
    lead: sold,
    coupon: used,
    purchase: {
      ...purchase,
      check: { at: now, count: 0 },
      progress: { state: 'won', wonAt: now, buyerEmail: payment.email, paymentRef: payment.paymentRef },
    },
  };
};

/** A won purchase whose money has arrived, its delivery queued; `undefined` unless it is won. */
export const settle = (purchase: Purchase, now: Instant): Purchase | undefined => {
  if (purchase.progress.state !== 'won') return undefined;
  const { wonAt, buyerEmail, paymentRef } = purchase.progress;
  return {
    ...purchase,
    progress: { state: 'settled', wonAt, settledAt: now, buyerEmail, paymentRef, delivery: { state: 'queued' } },
  };
};

/** A won purchase that could not be collected; `undefined` unless it is won. */
export const lapse = (purchase: Purchase, now: Instant): Purchase | undefined =>
  purchase.progress.state === 'won'
    ? { ...purchase, progress: { state: 'lapsed', lapsedAt: now, buyerEmail: purchase.progress.buyerEmail } }
    : undefined;

/** An open purchase whose hosted page closed unpaid: lost if `lead` went to somebody else meanwhile. `undefined` unless it is open. */
export const closeUnpaid = (purchase: Purchase, lead: Lead | undefined, now: Instant): Purchase | undefined => {
  if (purchase.progress.state !== 'open') return undefined;
  return lead?.standing.state === 'sold' ? lost(purchase, 'sold', undefined, now) : abandon(purchase, now);
};

/** An open purchase given up; `undefined` unless it is open. */
export const abandon = (purchase: Purchase, now: Instant): Purchase | undefined =>
  purchase.progress.state === 'open' ? { ...purchase, progress: { state: 'abandoned', abandonedAt: now } } : undefined;

/** A lost purchase whose held money went back; `undefined` if none is held. */
export const giveBackMoney = (purchase: Purchase, how: 'released' | 'refunded'): Purchase | undefined =>
  purchase.progress.state === 'lost' && purchase.progress.money.is === 'held'
    ? {
        ...purchase,
        progress: { ...purchase.progress, money: { is: how, paymentRef: purchase.progress.money.paymentRef } },
      }
    : undefined;

/** A settled purchase with what became of its e-mail; `undefined` unless it is settled. */
export const withDelivery = (purchase: Purchase, delivery: Delivery): Purchase | undefined =>
  purchase.progress.state === 'settled' ? { ...purchase, progress: { ...purchase.progress, delivery } } : undefined;

/** Whether the provider still has to be asked, or told, about this purchase. */
export const isUnfinished = ({ progress }: Purchase): boolean =>
  progress.state === 'open' || progress.state === 'won' || (progress.state === 'lost' && progress.money.is === 'held');

/** Whether an open purchase never got its hosted page and never will. */
export const isStillborn = ({ checkout, openedAt, progress }: Purchase, now: Instant): boolean =>
  progress.state === 'open' && checkout === undefined && now >= openedAt + OPENING_GRACE;

/** The purchase with its next look put off: after 1, 2, 4, 8 … minutes, at most an hour. */
export const postpone = (purchase: Purchase, now: Instant): Purchase => {
  const { count } = purchase.check;
  return { ...purchase, check: { at: now + Math.min(MINUTE * 2 ** count, HOUR), count: count + 1 } };
};

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
