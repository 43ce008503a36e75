import * as v from 'valibot';

import {
  ExampleLeadBody,
  FailureBody,
  Top5Answer,
  UnsoldAnswer,
  UnsoldLeadBody,
} from '#adapters/http/contract/contract.ts';
import * as requests from '#adapters/http/contract/checkout-requests.ts';
import * as purchase from '#adapters/http/contract/purchase-contract.ts';
import * as examples from './examples.ts';
import { DOLLARS, FOR_PEOPLE, FOUND, OUTCOME, TIME, described } from './described.ts';

/** The answer about a payment that is not found. */
export const PaymentUnknown = v.object({
  ...v.pick(FailureBody, ['error', 'message']).entries,
  code: v.literal('PAYMENT_UNKNOWN'),
  success: v.literal(false),
  status: v.literal('failed'),
});

/** The schemas of the marketplace and of buying one lead. */
export const SHOP_SCHEMAS = {
  UnsoldLead: described(UnsoldLeadBody, {
    says: 'A lead on offer.',
    fields: {
      id: { format: 'uuid' },
      price: DOLLARS,
      hasEmail: 'Whether its contact has an e-mail address.',
      hasPhoneNumber: 'Whether its contact has a phone number.',
    },
  }),
  UnsoldLeads: described(UnsoldAnswer, { fields: FOUND, example: examples.UNSOLD }),
  ExampleLead: described(ExampleLeadBody, {
    says: 'A vaulted lead as the public sees it.',
    fields: {
      email: 'Masked; `N/A` where there is none.',
      phoneNumber: 'Masked; `N/A` where there is none.',
      leadPrice: DOLLARS,
    },
  }),
  ExampleLeads: described(Top5Answer, { example: examples.TOP5 }),
  CouponRequest: described(requests.CouponRequest, { fields: { amount: DOLLARS }, example: examples.COUPON_REQUEST }),
  CouponAnswer: described(purchase.CouponAnswer, {
    fields: {
      discountedPrice: 'The price to pay, in dollars: the list price when the coupon does not count.',
      message: FOR_PEOPLE,
      emailNeeded: 'Whether the checkout takes the buyer’s `email`. Left out when it does not.',
    },
    example: examples.COUPON,
  }),
  CheckoutRequest: described(requests.CheckoutRequest, {
    fields: {
      amount: 'What the buyer was shown, in dollars: the list price, or with `couponCode` the discounted one.',
      termsVersion: 'The terms that the buyer accepted.',
      email:
        'Where the lead is sent, with a total of nothing for which `emailNeeded` was answered; else it is not looked at.',
      returnTo: 'The page of the shop to come back to when nothing was paid: `/` with its search.',
    },
    example: examples.CHECKOUT_REQUEST,
  }),
  Checkout: described(purchase.CheckoutAnswer, {
    fields: { id: 'To ask with how it went.', url: { format: 'uri', description: 'The page to go to.' } },
    example: examples.CHECKOUT,
  }),
  Payment: described(purchase.PaymentAnswer, {
    fields: {
      status: OUTCOME,
      email: 'The buyer’s address, masked for everybody else. With `paid`.',
      undeliverable: 'True when the mail server has refused the mail with the lead for good. With `paid`.',
      saleNumber: 'With `paid`.',
      lineItem: 'What was bought. With `paid`, for the browser that began the purchase.',
      amount: 'What was paid, in dollars. With `lineItem`.',
      paidAt: { ...TIME, description: 'When it was paid. With `lineItem`.' },
      error: 'For people. With `failed`.',
    },
    example: examples.PAYMENT,
  }),
  PaymentUnknown: described(PaymentUnknown, { says: 'In both forms: the one of a refusal, and the one of a payment.' }),
  NotificationAnswer: described(purchase.NotificationAnswer, { example: { received: true } }),
} as const;
