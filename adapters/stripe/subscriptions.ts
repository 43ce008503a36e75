import type Stripe from 'stripe';

import { SECOND } from '#domain/instant.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';

import { ask, order } from './failures.ts';
import { idOf, reference } from './references.ts';
import { scheduledEnd, standingOf, termOf } from './term.ts';

type Subscriptions = Omit<SubscriptionProvider, 'openSubscription' | 'readSubscriptionCheckout'>;

/** What Stripe bills by the month. */
export const subscriptionsAt = (stripe: Stripe): Subscriptions => {
  const find = (ref: string): Promise<Stripe.Subscription> => {
    const id = reference('sub', ref);
    return ask(() => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.payments'] }));
  };

  const latestOf = async ({ latest_invoice: invoice }: Stripe.Subscription): Promise<Stripe.Invoice | undefined> =>
    typeof invoice === 'string'
      ? ask(() => stripe.invoices.retrieve(invoice, { expand: ['payments'] }))
      : (invoice ?? undefined);

  const paymentOf = async ({ id, payments }: Stripe.Invoice): Promise<string | undefined> => {
    const list = payments ?? (await ask(() => stripe.invoicePayments.list({ invoice: id, status: 'paid' })));
    return idOf(list.data.find(({ status }) => status === 'paid')?.payment.payment_intent);
  };

  /** The last payment that was taken: the latest invoice may be one that nobody paid. */
  const lastPayment = async (id: string, latest: Stripe.Invoice | undefined): Promise<string | undefined> => {
    if (latest?.status === 'paid' && latest.amount_paid !== 0) return paymentOf(latest);
    const { data } = await ask(() =>
      stripe.invoices.list({ subscription: id, status: 'paid', limit: 10, expand: ['data.payments'] }),
    );
    const paid = data.find(({ amount_paid: amount }) => amount !== 0);
    return paid && paymentOf(paid);
  };

  const isEnded = (subscription: Stripe.Subscription): boolean => standingOf(subscription) === 'ended';

  /** Changes one that has not ended, and answers it as it is then. */
  const change = (
    subscription: Stripe.Subscription,
    how: (id: string) => Promise<Stripe.Subscription>,
  ): Promise<Stripe.Subscription> =>
    order(
      () => how(subscription.id),
      async () => {
        const now = await find(subscription.id);
        return isEnded(now) ? now : undefined;
      },
    );

  const end = (subscription: Stripe.Subscription) => change(subscription, (id) => stripe.subscriptions.cancel(id));

  return {
    readSubscription: async (ref) => {
      const subscription = await find(ref);
      const latest = await latestOf(subscription);
      return {
        // An invoice that is not told of was not open.
        ...termOf(subscription, latest === undefined || latest.status === 'paid'),
        startedAt: subscription.start_date * SECOND,
        payerRef: idOf(subscription.customer) ?? '',
        paymentRef: await lastPayment(subscription.id, latest),
      };
    },

    endAfterPaidPeriod: async (ref) => {
      const subscription = await find(ref);
      if (isEnded(subscription)) return;
      if (standingOf(subscription) === 'overdue') await end(subscription);
      else if (scheduledEnd(subscription) === undefined)
        await change(subscription, (id) => stripe.subscriptions.update(id, { cancel_at_period_end: true }));
    },

    keepGoing: async (ref) => {
      const subscription = await find(ref);
      if (isEnded(subscription)) return 'ended';
      if (scheduledEnd(subscription) === undefined) return 'going';
      // An end of another date was set by hand. Stripe takes one of the two words at a time.
      const forget = subscription.cancel_at_period_end ? { cancel_at_period_end: false } : ({ cancel_at: '' } as const);
      return isEnded(await change(subscription, (id) => stripe.subscriptions.update(id, forget))) ? 'ended' : 'going';
    },

    endAtOnce: async (ref) => {
      const subscription = await find(ref);
      if (!isEnded(subscription)) await end(subscription);
    },
  };
};
