import * as v from 'valibot';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { CheckoutAnswer } from '#adapters/http/contract/purchase-contract.ts';
import { ConfirmAnswer } from '#adapters/http/contract/subscription-contract.ts';

import { ask, changedUser, posted } from './api.ts';

const PATH = '/api/stripe/subscription';

/** An answer that does not say otherwise is a success: the user is asked for next, and tells. */
const ConfirmReading = v.pipe(
  v.optional(v.partial(ConfirmAnswer), {}),
  v.transform(({ success = true, status = success ? 'subscribed' : 'failed', ...more }) => ({
    ...more,
    success,
    status,
  })),
);

/**
 * Opens the hosted checkout of a subscription for the signed-in user; the browser then goes to `url`. One that was to end goes
 * on instead, and `url` is the dashboard. Fails with `NOT_SIGNED_IN`, `ALREADY_SUBSCRIBED`.
 */
export const openSubscriptionCheckout = (): Promise<CheckoutAnswer> =>
  ask(CheckoutAnswer, `${PATH}/create-checkout-session`, { method: 'POST' });

/** How the checkout of a subscription ended. `processing`: ask again in a moment. Fails with `NOT_YOUR_CHECKOUT`, `PAYMENT_UNKNOWN`. */
export const confirmSubscription = (sessionId: string): Promise<v.InferOutput<typeof ConfirmReading>> => {
  const query = new URLSearchParams({ session_id: sessionId });
  return ask(ConfirmReading, `${PATH}/confirm-subscription?${query}`, { method: 'POST' });
};

/** Ends the subscription with the month that is paid. Fails with `NOT_SUBSCRIBED`. */
export const endSubscription = (): Promise<UserAnswer | 'nobody'> => changedUser(`${PATH}/unsubscribe`, posted({}));

/** Lets a subscription that was to end go on. Fails with `NOT_SUBSCRIBED`. */
export const keepSubscription = (): Promise<UserAnswer | 'nobody'> => changedUser(`${PATH}/keep`, posted({}));
