import { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { CheckoutAnswer } from '#adapters/http/contract/purchase-contract.ts';
import { ConfirmQuery } from '#adapters/http/contract/checkout-requests.ts';
import { ConfirmAnswer } from '#adapters/http/contract/subscription-contract.ts';
import type { Operation } from './operation.ts';
import { NoFields } from './member-schemas.ts';

const PATH = '/api/stripe/subscription';

/** Calls about the signed-in user, without a body. */
const COMMON = {
  area: 'Subscription',
  method: 'post',
  session: 'required',
  json: NoFields,
  isBodyOptional: true,
} as const;

export const SUBSCRIPTION_OPERATIONS: readonly Operation[] = [
  {
    ...COMMON,
    id: 'subscribe',
    path: `${PATH}/create-checkout-session`,
    summary: 'Open a hosted checkout for the subscription',
    description:
      'A user has one open checkout: a second call closes the page of the first. A subscription that was about to end is kept instead, without a payment, and `url` is the dashboard. One that can only end at once is paid until `accessUntil`: `ALREADY_SUBSCRIBED` until then.',
    limits: { subscription: 'a user' },
    answers: { 200: { says: 'The checkout, and the page to send the user to.', json: CheckoutAnswer } },
    refusals: ['ALREADY_SUBSCRIBED', 'PAYMENTS_UNAVAILABLE'],
  },
  {
    ...COMMON,
    id: 'confirmSubscription',
    path: `${PATH}/confirm-subscription`,
    summary: 'Ask how a subscription’s checkout went',
    description: 'Safe to repeat: ask again while it is `processing`. Only whose checkout it is may ask.',
    query: ConfirmQuery,
    limits: { 'subscription-confirm': 'a user' },
    answers: { 200: { says: 'What became of it.', json: ConfirmAnswer } },
    refusals: ['NOT_YOUR_CHECKOUT', 'PAYMENT_UNKNOWN', 'PAYMENTS_UNAVAILABLE'],
  },
  {
    ...COMMON,
    id: 'unsubscribe',
    path: `${PATH}/unsubscribe`,
    summary: 'End the subscription with the paid month',
    description: 'Access goes on until then. Repeating it changes nothing.',
    limits: { 'subscription-change': 'a user' },
    answers: { 200: { says: 'The user as they are now.', json: UserAnswer } },
    refusals: ['NOT_SUBSCRIBED', 'PAYMENTS_UNAVAILABLE'],
  },
  {
    ...COMMON,
    id: 'keepSubscription',
    path: `${PATH}/keep`,
    summary: 'Keep a subscription that is about to end',
    description: 'Takes back *unsubscribe* without a new payment, where `canBeKept`. Repeating it changes nothing.',
    limits: { 'subscription-change': 'a user' },
    answers: { 200: { says: 'The user as they are now.', json: UserAnswer } },
    refusals: ['NOT_SUBSCRIBED', 'PAYMENTS_UNAVAILABLE'],
  },
];
