import * as v from 'valibot';

/** The part of the contract about buying one lead. */

/**
 * `discountedPrice` is the price to pay: the list price when the coupon is refused. `emailNeeded`: nothing is to be paid, and no
 * hosted page will ask for the buyer's address; left out when it is not. `code`: the lead is gone, whatever the coupon.
 */
export const CouponAnswer = v.object({
  valid: v.boolean(),
  discountedPrice: v.number(),
  message: v.string(),
  emailNeeded: v.optional(v.boolean()),
  code: v.optional(v.picklist(['LEAD_SOLD', 'LEAD_NOT_OFFERED'])),
});
export type CouponAnswer = v.InferOutput<typeof CouponAnswer>;

export const CheckoutAnswer = v.object({ id: v.string(), url: v.string() });
export type CheckoutAnswer = v.InferOutput<typeof CheckoutAnswer>;

/**
 * `status` separates a final `success: false` from a payment that is still on its way. `saleNumber` comes with success; so do
 * `lineItem`, `amount` in dollars and `paidAt`, for the browser that began the purchase. `undeliverable`: the address takes no mail;
 * left out when that is not known.
 */
export const PaymentAnswer = v.object({
  success: v.boolean(),
  status: v.picklist(['paid', 'processing', 'failed']),
  email: v.optional(v.string()),
  undeliverable: v.optional(v.boolean()),
  saleNumber: v.optional(v.string()),
  lineItem: v.optional(v.string()),
  amount: v.optional(v.number()),
  paidAt: v.optional(v.string()),
  error: v.optional(v.string()),
});
export type PaymentAnswer = v.InferOutput<typeof PaymentAnswer>;

/** The answer to the payment provider's notification. */
export const NotificationAnswer = v.object({ received: v.literal(true) });
export type NotificationAnswer = v.InferOutput<typeof NotificationAnswer>;
