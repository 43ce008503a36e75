import type Stripe from 'stripe';

import { ProviderRefused, UnknownCheckout } from '#application/ports/payment-provider.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';

import { CURRENCY } from './checkouts.ts';
import type { Checkouts } from './checkouts.ts';
import { ask, askIfThere, askToChange } from './failures.ts';
import { moneyOf, readingOf } from './purchase-reading.ts';
import type { PaymentIntent } from './purchase-reading.ts';
import { reference } from './references.ts';
import { chargeOf, returnOf } from './returns.ts';

type Purchases = Pick<PaymentProvider, 'openPurchase' | 'readPurchase' | 'collect' | 'release' | 'refund'>;

/** Stripe's single purchases: money is held first. */
export const purchasesAt = (stripe: Stripe, checkouts: Checkouts): Purchases => {
  const findPayment = (ref: string): Promise<PaymentIntent> => {
    const id = reference('pi', ref);
    return ask(() => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }));
  };

  /**
   * Moves held money. Stripe keeps a failure under the idempotency key, so each try has a key of its own, and the present state of the
   * payment says whether an earlier try has done it.
   */
  const move = async (
    ref: string,
    change: (id: string) => Promise<PaymentIntent>,
  ): Promise<ReturnType<typeof moneyOf>> => {
    const payment = await findPayment(ref);
    // Payments of subscriptions are taken at once.
    const { capture_method: method = 'manual', metadata } = payment;
    if (method !== 'manual' && metadata?.['purchase_id'] === undefined)
      throw new UnknownCheckout('not the payment of a purchase');
    if (moneyOf(payment) !== 'held') return moneyOf(payment);
    const moved = await askToChange(
      () => change(payment.id),
      async () => {
        const now = await findPayment(ref);
        return moneyOf(now) === 'held' ? undefined : now;
      },
    );
    return moneyOf(moved);
  };

  return {
    openPurchase: ({ purchaseId, amount, lineItem, email, closesAt, successUrl, cancelUrl }) =>
      checkouts.open(
        `purchase ${purchaseId}`,
        { amount, closesAt, successUrl, cancelUrl },
        {
          mode: 'payment',
          client_reference_id: purchaseId,
          metadata: { purchase_id: purchaseId },
          line_items: [
            {
              quantity: 1,
              price_data: { currency: CURRENCY, unit_amount: amount, product_data: { name: lineItem } },
            },
          ],
          ...(email === undefined ? {} : { customer_email: email }),
          // A free order has no payment, and Stripe refuses parameters for one.
          ...(amount === 0
            ? {}
            : {
                payment_intent_data: {
                  capture_method: 'manual',
                  description: lineItem,
                  metadata: { purchase_id: purchaseId },
                },
              }),
        },
      ),

    readPurchase: async (ref) => {
      const session = await checkouts.find(ref, ['payment'], ['payment_intent.latest_charge']);
      const { payment_intent: told } = session;
      const intent = typeof told === 'string' ? await findPayment(told) : (told ?? undefined);
      const charge = intent && (await chargeOf(stripe, intent));
      return readingOf(session, intent, charge && (await returnOf(stripe, charge)));
    },

    collect: async (paymentRef) => {
      const money = await move(paymentRef, (id) => stripe.paymentIntents.capture(id));
      if (money === 'collected') return 'collected';
      return money === 'released' || money === 'none' ? 'lapsed' : 'pending';
    },

    release: async (paymentRef) => {
      const money = await move(paymentRef, (id) => stripe.paymentIntents.cancel(id));
      if (money === 'collected') return 'already-collected';
      return money === 'released' || money === 'none' ? 'released' : 'pending';
    },

    refund: async (paymentRef) => {
      const { id, status, amount, amount_received: collected = amount } = await findPayment(paymentRef);
      if (status !== 'succeeded') throw new ProviderRefused('nothing was collected');
      const isSent = await askToChange(
        async () => (await stripe.refunds.create({ payment_intent: id })).status === 'succeeded',
        async () => {
          // A refund that was sent before cannot be sent again: it is under way, or has arrived.
          const refunds = await askIfThere(() => stripe.refunds.list({ payment_intent: id, limit: 100 }));
          const sent = refunds?.data.filter(({ status: one }) => one !== 'failed' && one !== 'canceled') ?? [];
          const sum = sent.reduce((total, refund) => total + refund.amount, 0);
          return sum < collected ? undefined : sent.every(({ status: one }) => one === 'succeeded');
        },
      );
      return isSent ? 'refunded' : 'pending';
    },
  };
};
