import * as v from 'valibot';

import type { CheckoutRequest, CouponRequest } from '#adapters/http/contract/checkout-requests.ts';
import { CheckoutAnswer, CouponAnswer, PaymentAnswer } from '#adapters/http/contract/purchase-contract.ts';

import { ask, posted } from './api.ts';

/** The calls of a purchase. `readings.ts` says how answers are read. */

const code = CouponAnswer.entries.code;
const message = v.optional(v.string(), '');

/** A coupon that counts comes with a price. */
const CouponReading = v.union([
  v.object({ ...CouponAnswer.entries, valid: v.literal(true), message }),
  v.object({ valid: v.literal(false), message, code }),
]);
type CouponReading = v.InferOutput<typeof CouponReading>;

/** Without `status`, a payment that has not succeeded has failed for good. */
const PaymentReading = v.pipe(
  v.object({ ...PaymentAnswer.entries, status: v.optional(PaymentAnswer.entries.status) }),
  v.transform((answer): PaymentAnswer => ({
    ...answer,
    status: answer.status ?? (answer.success ? 'paid' : 'failed'),
  })),
);

/** What a lead costs with a coupon. A refused coupon is an answer (`valid: false`), not a failure. */
export const validateCoupon = (body: CouponRequest): Promise<CouponReading> =>
  ask(CouponReading, '/api/stripe/validate-coupon', posted(body));

/** Opens a hosted checkout; the browser then goes to `url`. Fails with `LEAD_SOLD`, `PRICE_CHANGED` (and `price`) and others. */
export const openCheckout = (body: CheckoutRequest): Promise<CheckoutAnswer> =>
  ask(CheckoutAnswer, '/api/stripe/create-checkout-session', posted(body));

/** How a payment ended. `status: 'processing'` means: ask again in a moment. */
export const verifyPayment = (sessionId: string, lead: string, signal?: AbortSignal): Promise<PaymentAnswer> => {
  const query = new URLSearchParams({ session_id: sessionId, lead });
  return ask(PaymentReading, `/api/stripe/checkout-session?${query}`, { signal });
};
