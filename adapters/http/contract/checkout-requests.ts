import * as v from 'valibot';

import { LARGEST_AMOUNT, centsOf, dollarsOf } from '#domain/money.ts';
import { Email, anyText, line } from './contract-text.ts';

/** The part of the contract about the requests on the way to a payment, and back from it. */

/** An opaque id of ours. */
const Id = v.pipe(v.string('must be a text'), v.uuid('must be an id'));

const Dollars = v.pipe(
  v.number('must be a number'),
  v.metadata({ minimum: 0, maximum: dollarsOf(LARGEST_AMOUNT), multipleOf: 0.01 }),
  v.check((dollars) => centsOf(dollars) !== undefined, 'must be an amount in dollars with at most two decimals'),
);

/** Any typed text, limited only by the body: a text that is no code is a coupon that does not count, and no fault of the request. */
const CodeTyped = v.pipe(
  anyText,
  v.description('Any text: what is no code is answered like a code that does not count.'),
);

export const CouponRequest = v.object({ couponCode: CodeTyped, amount: Dollars, leadId: Id });
export type CouponRequest = v.InferInput<typeof CouponRequest>;

export const CheckoutRequest = v.object({
  leadId: Id,
  amount: Dollars,
  description: v.optional(v.nullable(line(300))),
  couponCode: v.optional(v.nullable(CodeTyped)),
  termsVersion: v.optional(v.nullable(line(64))),
  /** Of the buyer, where the answer was `emailNeeded`. A signed-in user may leave it out. */
  email: v.optional(v.nullable(Email)),
  /** The page of the shop to return to when nothing was paid: `/` with its query. */
  returnTo: v.optional(
    v.nullable(
      v.pipe(
        v.string('must be a text'),
        // The longest search, of characters that take nine each in a URL, and a page.
        v.maxLength(2_000, 'must have at most 2,000 characters'),
        v.regex(/^\/(\?[\w.~*%+=&-]*)?$/, 'must be the home page with its search'),
      ),
    ),
  ),
});
export type CheckoutRequest = v.InferInput<typeof CheckoutRequest>;

/** A `lead` that is no id is treated like any other lead that is not the session's. */
export const PaymentQuery = v.object({ session_id: v.pipe(line(255), v.nonEmpty('is missing')), lead: line(255) });

/** The same for a subscription. */
export const ConfirmQuery = v.object({ session_id: v.pipe(line(255), v.nonEmpty('is missing')) });
