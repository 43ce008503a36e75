import { Hono } from 'hono';

import type { Clock } from '#application/ports/clock.ts';
import type { Documents } from '#application/ports/documents.ts';
import { UnknownCheckout } from '#application/ports/payment-provider.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import type { Secrets } from '#application/ports/secrets.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';

import { close, pay, successUrlOf } from './checkout.ts';
import type { Checkout } from './checkout.ts';
import { checkoutPages } from './checkout-pages.ts';
import { checkoutsIn } from './checkouts.ts';
import { notifierFor, readEvent } from './notifications.ts';
import type { CheckoutEvent, NotifierSettings } from './notifications.ts';
import { paymentPages } from './payment-pages.ts';
import { PROFILE } from './profile.ts';
import { purchasesAt } from './purchases.ts';
import { subscribingAt } from './subscribing.ts';
import { subscriptionPages } from './subscription-pages.ts';
import { subscriptionsIn } from './subscriptions.ts';

type Settings = NotifierSettings & {
  readonly documents: Documents;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** The public URL of the hosted pages, without a slash at its end. Without one, the host of the shop's own URLs. */
  readonly publicUrl: string | undefined;
};

type SimulatedCheckout = {
  readonly payments: PaymentProvider & SubscriptionProvider;
  /** The hosted page, the page of payments with their refunds, and the page of subscriptions with their renewals. */
  readonly pages: Hono;
  /** Acts as a person on the hosted page. Throws `UnknownCheckout`. */
  readonly buyer: { readonly pay: (ref: string, email: string) => Promise<void> };
};

const eventOf = ({ history, state }: Checkout): CheckoutEvent => {
  const last = history.at(-1)?.what;
  if (last === 'refunded' || last === 'disputed' || last === 'bounced' || last === 'won') return `checkout.${last}`;
  return state === 'closed' ? 'checkout.closed' : 'checkout.paid';
};

/** A complete payment provider for development and tests: it stores documents, and its hosted pages are `pages`. No money moves. */
export const simulatedCheckout = (settings: Settings): SimulatedCheckout => {
  const { documents, clock, secrets, publicUrl, signingSecret } = settings;
  const tell = notifierFor(settings, { clock, secrets });
  const checkouts = checkoutsIn({
    documents,
    clock,
    onEnded: (checkout) => tell({ type: eventOf(checkout), checkout: checkout.id }),
  });
  const subscriptions = subscriptionsIn({
    checkouts,
    clock,
    onChanged: ({ id }) => tell({ type: 'subscription.changed', subscription: id }),
  });
  const purchases = purchasesAt({ checkouts, clock, secrets, publicUrl });
  const subscribing = subscribingAt({ checkouts, subscriptions, clock, secrets, publicUrl });

  const refund: PaymentProvider['refund'] = async (paymentRef) => {
    try {
      return await subscribing.refund(paymentRef);
    } catch (error) {
      if (error instanceof UnknownCheckout) return purchases.refund(paymentRef);
      throw error;
    }
  };

  return {
    payments: {
      profile: PROFILE,
      ...purchases,
      ...subscribing,
      refund,
      closeCheckout: async (ref) => {
        await checkouts.change(ref, close);
      },
      readNotification: async (raw) => readEvent(signingSecret, raw, clock()),
      readOrigin: async ({ kind, ref }) => {
        const asked = kind === 'checkout' ? ref : ref.replace('sub_', 'cs_');
        const checkout = await checkouts.change(asked, (known) => known);
        if (checkout.origin === undefined) throw new UnknownCheckout('nobody knows what it was opened for');
        return { ...checkout.origin, checkoutRef: checkout.id, successUrl: successUrlOf(checkout) };
      },
    },
    pages: new Hono()
      .route('/', checkoutPages({ checkouts, clock }))
      .route('/', paymentPages({ checkouts, clock }))
      .route('/', subscriptionPages({ subscriptions, clock })),
    buyer: {
      pay: async (ref, email) => {
        await checkouts.change(ref, (checkout) => pay(checkout, email, clock()));
      },
    },
  };
};
