import { CheckoutRequest, CouponRequest, PaymentQuery } from '#adapters/http/contract/checkout-requests.ts';
import { CheckoutAnswer, CouponAnswer, PaymentAnswer } from '#adapters/http/contract/purchase-contract.ts';
import type { Operation } from './operation.ts';
import { PaymentUnknown } from './shop-schemas.ts';

export const PURCHASE_OPERATIONS: readonly Operation[] = [
  {
    id: 'validateCoupon',
    area: 'Purchase',
    method: 'post',
    path: '/api/stripe/validate-coupon',
    summary: 'Price a lead with a coupon',
    description:
      'A coupon that does not count is no refusal: the answer is 200 with `valid: false` and the list price. So it is of a lead that nobody can buy any more, with the `code` that a checkout would be refused with. `emailNeeded` comes with a total of nothing that the payment provider has no page for: open the checkout with the buyer’s `email`.',
    json: CouponRequest,
    limits: { coupon: 'an address' },
    answers: { 200: { says: 'Whether the coupon counts, and the price to pay.', json: CouponAnswer } },
    refusals: ['LEAD_UNKNOWN'],
  },
  {
    id: 'openCheckout',
    area: 'Purchase',
    method: 'post',
    path: '/api/stripe/create-checkout-session',
    summary: 'Open a hosted checkout for a lead',
    description:
      'Reserves nothing: the first buyer whose payment is authorised gets the lead, everybody else pays nothing. The price is worked out here; `amount` is only compared with it. A session makes the purchase the user’s and fills in their address. A total of nothing that the payment provider has no page for is bought at once, for `email` or else the user’s address: `url` is then the page that a buyer comes back to.',
    json: CheckoutRequest,
    session: 'optional',
    limits: { checkout: 'an address', coupon: 'an address with a coupon, counting those that are refused' },
    headers: {
      'Set-Cookie': {
        says: 'A visitor cookie, for a browser without one: it will be shown the whole address of the buyer.',
        always: false,
      },
    },
    answers: { 200: { says: 'The checkout, and the page to send the buyer to.', json: CheckoutAnswer } },
    refusals: [
      ...(['LEAD_UNKNOWN', 'LEAD_SOLD', 'LEAD_NOT_OFFERED', 'COUPON_REFUSED', 'PRICE_CHANGED'] as const),
      ...(['TERMS_NOT_ACCEPTED', 'EMAIL_NEEDED', 'PAYMENTS_UNAVAILABLE'] as const),
    ],
  },
  {
    id: 'verifyPayment',
    area: 'Purchase',
    method: 'get',
    path: '/api/stripe/checkout-session',
    summary: 'Ask how a payment went',
    description:
      'Settles the purchase first, so a payment counts as soon as somebody asks, before any notification of it. Safe to repeat: ask again while it is `processing`. The buyer’s address is whole for the browser that opened the checkout, by its visitor cookie, and masked for any other.',
    query: PaymentQuery,
    limits: { payment: 'an address' },
    answers: {
      200: { says: 'What became of the payment.', json: PaymentAnswer },
      404: {
        says: 'There is no such checkout, or it is of another lead.',
        code: 'PAYMENT_UNKNOWN',
        json: PaymentUnknown,
      },
    },
  },
];
