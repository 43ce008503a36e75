import type Stripe from 'stripe';

import { UnknownCheckout } from '#application/ports/payment-provider.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import type { Subject } from '#application/ports/provider-notification.ts';

import type { CheckoutSession, Checkouts } from './checkouts.ts';
import { ask } from './failures.ts';
import { reference } from './references.ts';

/** The order that a page was opened for, by its metadata. Other software may use the account too. */
export const originsAt = (stripe: Stripe, checkouts: Checkouts): PaymentProvider['readOrigin'] => {
  const sessionOf = async ({ kind, ref }: Subject): Promise<CheckoutSession | undefined> => {
    if (kind === 'checkout') return checkouts.find(ref, ['payment', 'subscription']);
    const subscription = reference('sub', ref);
    return (await ask(() => stripe.checkout.sessions.list({ subscription, limit: 1 }))).data[0];
  };

  return async (subject) => {
    const session = await sessionOf(subject);
    if (typeof session?.success_url !== 'string') throw new UnknownCheckout('not opened by a shop');
    const { id: checkoutRef, success_url: successUrl } = session;
    const { purchase_id: purchaseId, subscription_id: subscriptionId } = session.metadata ?? {};
    if (purchaseId !== undefined) return { of: 'purchase', id: purchaseId, checkoutRef, successUrl };
    if (subscriptionId !== undefined) return { of: 'subscription', id: subscriptionId, checkoutRef, successUrl };
    throw new UnknownCheckout('not opened by a shop');
  };
};
