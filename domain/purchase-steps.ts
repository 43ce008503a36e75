import { checkNow } from './check.ts';
import type { Coupon } from './coupon.ts';
import { takeUse } from './coupon.ts';
import type { Instant } from './instant.ts';
import { goneBecause, sell } from './lead.ts';
import type { Lead } from './lead.ts';
import type { Cents } from './money.ts';
import type { LossReason, Purchase } from './purchase.ts';

/** What the provider says about the money of an open purchase. A free checkout has no payment. */
export type Payment = {
  readonly paymentRef: string | undefined;
  readonly amount: Cents;
  /** Where the lead can be sent; `undefined` when no such address is known. */
  readonly email: string | undefined;
};

export type Decision =
  | { readonly outcome: 'won'; readonly purchase: Purchase; readonly lead: Lead; readonly coupon: Coupon | undefined }
  | { readonly outcome: 'lost'; readonly purchase: Purchase };

/** A purchase that got no lead. Money of its `payment` that is held must go back. */
export const lost = (
  purchase: Purchase,
  reason: LossReason,
  payment: Omit<Payment, 'amount'> | undefined,
  now: Instant,
): Purchase => ({
  ...purchase,
  check: checkNow(now),
  progress: {
    state: 'lost',
    lostAt: now,
    reason,
    buyerEmail: payment?.email,
    money: payment?.paymentRef === undefined ? { is: 'untouched' } : { is: 'held', paymentRef: payment.paymentRef },
  },
});

/**
 * First to pay wins: an open purchase whose money is authorised gets the lead if that is still listed, if its coupon has a use left,
 * and if there is an address to send the lead to. Money of a loser that is held must go back. `undefined` unless the purchase is open.
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
  if (sold === undefined) return lose(goneBecause(lead));
  const used = coupon && takeUse(coupon);
  if (purchase.couponCode !== undefined && used === undefined) return lose('coupon-used-up');
  const { email: buyerEmail, paymentRef } = payment;
  if (buyerEmail === undefined) return lose('no-address');
  return {
    outcome: 'won',
    lead: sold,
    coupon: used,
    purchase: {
      ...purchase,
      check: checkNow(now),
      progress: { state: 'won', wonAt: now, buyerEmail, paymentRef },
    },
  };
};

/** A won purchase whose money has arrived, its delivery queued; `undefined` unless it is won. */
export const settle = (purchase: Purchase, now: Instant): Purchase | undefined => {
  if (purchase.progress.state !== 'won') return undefined;
  const { wonAt, buyerEmail, paymentRef } = purchase.progress;
  return {
    ...purchase,
    progress: {
      state: 'settled',
      wonAt,
      settledAt: now,
      buyerEmail,
      paymentRef,
      delivery: { state: 'queued' },
      contactLeftAt: undefined,
      resends: 0,
    },
  };
};

/** A won purchase that could not be collected; `undefined` unless it is won. */
export const lapse = (purchase: Purchase, now: Instant): Purchase | undefined =>
  purchase.progress.state === 'won'
    ? { ...purchase, progress: { state: 'lapsed', lapsedAt: now, buyerEmail: purchase.progress.buyerEmail } }
    : undefined;

/** An open purchase whose hosted page closed unpaid: lost if `lead` is not on the list any more. `undefined` unless it is open. */
export const closeUnpaid = (purchase: Purchase, lead: Lead | undefined, now: Instant): Purchase | undefined => {
  if (purchase.progress.state !== 'open') return undefined;
  const isGone = lead !== undefined && lead.standing.state !== 'listed';
  return isGone ? lost(purchase, goneBecause(lead), undefined, now) : abandon(purchase, now);
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
