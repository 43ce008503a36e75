import { checkNow } from './check.ts';
import { giveBackUse } from './coupon.ts';
import type { Coupon } from './coupon.ts';
import { DAY } from './instant.ts';
import type { Instant } from './instant.ts';
import { isErased, relist, sellAgain, withdrawSold } from './lead.ts';
import type { Lead } from './lead.ts';
import type { Purchase, ReturnKind } from './purchase.ts';

/** How long a payment can be disputed: after its sale, or after the end of its subscription. */
const DISPUTABLE = 120 * DAY;

/**
 * The `settledAt` of a sale, and the `endedAt` of a subscription, from which on the payment may still change at `now`: by a refund, by a
 * dispute, or by money that comes back.
 */
export const disputableSince = (now: Instant): Instant => now - DISPUTABLE;

/** A settled purchase whose money is to be sent back: from now on no mail with the contact begins. `undefined` unless it is settled. */
export const beginRefund = (purchase: Purchase, reason: string, now: Instant): Purchase | undefined =>
  purchase.progress.state === 'settled'
    ? {
        ...purchase,
        check: checkNow(now),
        progress: { ...purchase.progress, state: 'refunding', requestedAt: now, by: 'operator', reason },
      }
    : undefined;

/** A purchase whose refund was asked for and has come to its end; `undefined` unless it is `refunding`. */
export const endRefund = (purchase: Purchase, now: Instant): Purchase | undefined =>
  purchase.progress.state === 'refunding'
    ? { ...purchase, progress: { ...purchase.progress, state: 'refunded', refundedAt: now } }
    : undefined;

/** A settled purchase whose money went back without us; `undefined` unless it is settled. */
export const refundedElsewhere = (purchase: Purchase, how: ReturnKind, now: Instant): Purchase | undefined =>
  purchase.progress.state === 'settled'
    ? {
        ...purchase,
        progress: {
          ...purchase.progress,
          state: 'refunded',
          refundedAt: now,
          requestedAt: now,
          by: 'provider',
          how,
        },
      }
    : undefined;

/**
 * What becomes of the lead and the coupon of a refunded purchase. Before the contact left, the lead is listed again and the use
 * given back; after it, the lead is withdrawn for good and the use stays counted. A lead whose contact was erased is withdrawn
 * too: nobody could buy anything. `undefined`: it stays as it is.
 */
export const undoSale = (
  { id, progress }: Purchase,
  lead: Lead,
  coupon: Coupon | undefined,
  now: Instant,
): { readonly lead: Lead | undefined; readonly coupon: Coupon | undefined } => {
  if (progress.state !== 'refunded') return { lead: undefined, coupon: undefined };
  if (progress.contactLeftAt !== undefined) return { lead: withdrawSold(lead, id, now), coupon: undefined };
  return {
    lead: isErased(lead) ? withdrawSold(lead, id, now) : relist(lead, id),
    coupon: coupon && giveBackUse(coupon),
  };
};

/** Whether a purchase is refunded because its buyer has disputed the payment, and nobody had meant to refund it. */
export const wasDisputed = ({ progress }: Purchase): boolean =>
  progress.state === 'refunded' && progress.by === 'provider' && progress.how === 'dispute';

/** Whether a refund was of a sale whose contact had left: without it the lead went back on the list, and may be somebody else's by now. */
export const isUndoable = ({ progress }: Purchase): boolean =>
  progress.state === 'refunded' && progress.contactLeftAt !== undefined;

/**
 * A refunded purchase whose money is with the shop again, as the buyer's bank did not take it or a dispute was won: settled as
 * before, with its lead. `owesMail`: a mail with the contact waited at the refund, and can leave now. `undefined` unless `isUndoable`.
 */
export const undoRefund = (
  purchase: Purchase,
  lead: Lead,
): { readonly purchase: Purchase; readonly lead: Lead; readonly owesMail: boolean } | undefined => {
  const { progress, id } = purchase;
  if (progress.state !== 'refunded' || !isUndoable(purchase)) return undefined;
  const { wonAt, settledAt, buyerEmail, paymentRef, delivery, contactLeftAt, resends } = progress;
  const sold = sellAgain(lead, id, wonAt);
  return (
    sold && {
      lead: sold,
      owesMail: delivery.state === 'queued' && !isErased(lead),
      purchase: {
        ...purchase,
        progress: { state: 'settled', wonAt, settledAt, buyerEmail, paymentRef, delivery, contactLeftAt, resends },
      },
    }
  );
};
