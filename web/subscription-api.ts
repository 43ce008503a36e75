import { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { CheckoutAnswer } from '#adapters/http/contract/purchase-contract.ts';
import { ConfirmAnswer } from '#adapters/http/contract/subscription-contract.ts';

import { ask, posted } from './api.ts';

const PATH = '/api/stripe/subscription';

/**
 * Opens the hosted checkout of a subscription for the signed-in user; the browser then goes to `url`. One that was to end goes
 * on instead, and `url` is the dashboard. Fails with `NOT_SIGNED_IN`, `ALREADY_SUBSCRIBED`.
 */
export const openSubscriptionCheckout = (): Promise<CheckoutAnswer> =>
  ask(CheckoutAnswer, `${PATH}/create-checkout-session`, { method: 'POST' });

/** How the checkout of a subscription ended. `processing`: ask again in a moment. Fails with `NOT_YOUR_CHECKOUT`, `PAYMENT_UNKNOWN`. */
export const confirmSubscription = (sessionId: string): Promise<ConfirmAnswer> => {
  const query = new URLSearchParams({ session_id: sessionId });
  return ask(ConfirmAnswer, `${PATH}/confirm-subscription?${query}`, { method: 'POST' });
};

/** Ends the subscription with the month that is paid. Fails with `NOT_SUBSCRIBED`. */
export const endSubscription = (): Promise<UserAnswer> => ask(UserAnswer, `${PATH}/unsubscribe`, posted({}));

/** Lets a subscription that was to end go on. Fails with `NOT_SUBSCRIBED`. */
export const keepSubscription = (): Promise<UserAnswer> => ask(UserAnswer, `${PATH}/keep`, posted({}));
