import * as v from 'valibot';

import { LARGEST_AMOUNT, centsOf, dollarsOf } from '#domain/money.ts';
import { Email, anyText, line } from './contract-text.ts';

/** The part of the contract about buying one lead. */

/** An opaque id of ours. */
const Id = v.pipe(v.string('must be a text'), v.uuid('must be an id'));

const Dollars = v.pipe(
  v.number('must be a number'),
  v.metadata({ minimum: 0, maximum: dollarsOf(LARGEST_AMOUNT), multipleOf: 0.01 }),
  v.check((dollars) => centsOf(dollars) !== undefined, 'must be an amount in dollars with at most two decimals'),
);

/** What was typed. Only the body bounds it: what is no code is a coupon that does not count, and no fault of the request. */
const CodeTyped = v.pipe(
  anyText,
  v.description('Any text: what is no code is answered like a code that does not count.'),
);

export const CouponRequest = v.object({ couponCode: CodeTyped, amount: Dollars, leadId: Id });
export type CouponRequest = v.InferInput<typeof CouponRequest>;

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

export const CheckoutRequest = v.object({
  leadId: Id,
  amount: Dollars,
  description: v.optional(v.nullable(line(300))),
  couponCode: v.optional(v.nullable(CodeTyped)),
  termsVersion: v.optional(v.nullable(line(64))),
  /** Of the buyer, where `emailNeeded` was answered. Who is signed in may leave it out. */
  email: v.optional(v.nullable(Email)),
  /** The page of the shop to come back to when nothing was paid: `/` with its search. */
  returnTo: v.optional(
    v.nullable(
      v.pipe(
        v.string('must be a text'),
        v.maxLength(500, 'must have at most 500 characters'),
        v.regex(/^\/(\?[\w.~*%+=&-]*)?$/, 'must be the home page with its search'),
      ),
    ),
  ),
});
export type CheckoutRequest = v.InferInput<typeof CheckoutRequest>;

export const CheckoutAnswer = v.object({ id: v.string(), url: v.string() });
export type CheckoutAnswer = v.InferOutput<typeof CheckoutAnswer>;

/** A `lead` that is no id is not the session's lead: answered like any other that is not. */
export const PaymentQuery = v.object({ session_id: v.pipe(line(255), v.nonEmpty('is missing')), lead: line(255) });

/** `status` tells `success: false` for good from a payment that is still on its way. `saleNumber` comes with success. */
export const PaymentAnswer = v.object({
  success: v.boolean(),
  status: v.picklist(['paid', 'processing', 'failed']),
  email: v.optional(v.string()),
  saleNumber: v.optional(v.string()),
  error: v.optional(v.string()),
});
export type PaymentAnswer = v.InferOutput<typeof PaymentAnswer>;

/** What the payment provider is told of its notification. */
export const NotificationAnswer = v.object({ received: v.literal(true) });
export type NotificationAnswer = v.InferOutput<typeof NotificationAnswer>;
