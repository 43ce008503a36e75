import type Stripe from 'stripe';

import type { Cents } from '#domain/money.ts';
import { ProviderRefused, UnknownCheckout } from '#application/ports/payment-provider.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';

import { CURRENCY } from './checkouts.ts';
import type { Checkouts } from './checkouts.ts';
import { customersAt } from './customers.ts';
import { ask } from './failures.ts';
import { idOf } from './references.ts';

type Subscribing = Pick<SubscriptionProvider, 'openSubscription' | 'readSubscriptionCheckout'>;

/** How the monthly subscription is sold. `priceId`: a price that was made at Stripe, instead of one made by each checkout. */
export const subscribingAt = (stripe: Stripe, checkouts: Checkouts, priceId: string | undefined): Subscribing => {
  const customerOf = customersAt(stripe);

  /** Nobody must pay another price than the one that was shown. Whether the price exists is found out by opening the page. */
  const checkPrice = async (id: string, amount: Cents): Promise<void> => {
    try {
      const price = await ask(() => stripe.prices.retrieve(id));
      const isMonthly = price.recurring?.interval === 'month' && price.recurring.interval_count === 1;
      if (price.unit_amount !== amount || price.currency !== CURRENCY || !isMonthly)
        throw new ProviderRefused('the price at Stripe is not the price of the shop');
    } catch (error) {
      if (!(error instanceof UnknownCheckout)) throw error;
    }
  };

  const lineItem = (name: string, amount: Cents): Stripe.Checkout.SessionCreateParams.LineItem => ({
    quantity: 1,
    ...(priceId === undefined
      ? {
          price_data: {
            currency: CURRENCY,
            unit_amount: amount,
            recurring: { interval: 'month' },
            product_data: { name },
          },
        }
      : { price: priceId }),
  });

  return {
    openSubscription: async (wish) => {
      const { subscriptionId, monthlyAmount: amount, payer, closesAt, successUrl, cancelUrl } = wish;
      if (amount === 0) throw new ProviderRefused('nothing cannot be paid each month');
      if (priceId !== undefined) await checkPrice(priceId, amount);
      return checkouts.open(
        `subscription ${subscriptionId}`,
        { amount, closesAt, successUrl, cancelUrl },
        {
          mode: 'subscription',
          client_reference_id: subscriptionId,
          metadata: { subscription_id: subscriptionId },
          subscription_data: { metadata: { subscription_id: subscriptionId } },
          customer: await customerOf(payer),
          line_items: [lineItem(wish.lineItem, amount)],
        },
      );
    },

    readSubscriptionCheckout: async (ref) => {
      const { status, subscription } = await checkouts.find(ref, ['subscription']);
      const subscriptionRef = idOf(subscription);
      // A subscription exists before its first payment, so the page has to be completed too.
      if (status === 'complete' && subscriptionRef !== undefined) return { state: 'paid', subscriptionRef };
      return { state: status === 'expired' ? 'closed' : 'open' };
    },
  };
};
