import type { Clock } from '#application/ports/clock.ts';
import { UnknownCheckout } from '#application/ports/payment-provider.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import type { Secrets } from '#application/ports/secrets.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';

import type { Checkouts } from './checkouts.ts';
import { checkAmount, checkClosing, openedOf, refuse } from './profile.ts';
import { endAfterPaidPeriod, endAtOnce, keepGoing, paidOf, refundPayment } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';

/** The form of every customer's reference. */
const CUSTOMER = /^cus_sim_[0-9a-f]{24}$/;

type Needs = {
  readonly checkouts: Checkouts;
  readonly subscriptions: Subscriptions;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly publicUrl: string | undefined;
};

type Subscribing = SubscriptionProvider & Pick<PaymentProvider, 'refund'>;

/** The provider's subscriptions: money is taken at once. */
export const subscribingAt = ({ checkouts, subscriptions, clock, secrets, publicUrl }: Needs): Subscribing => {
  const openSubscription: SubscriptionProvider['openSubscription'] = async (wish) => {
    const { subscriptionId, monthlyAmount: amount, lineItem, payer, closesAt, successUrl, cancelUrl } = wish;
    // Follows from our ids, so that opening twice finds the first checkout, and one payer is one customer.
    const id = `cs_sim_${secrets.hash(`checkout of subscription ${subscriptionId}`).slice(0, 40)}`;
    const customer = `cus_sim_${secrets.hash(`customer ${payer.id}`).slice(0, 24)}`;
    if (CUSTOMER.test(payer.ref ?? '') && payer.ref !== customer) refuse('this customer is somebody else');
    const opened = await checkouts.open(
      {
        id,
        amount,
        lineItem,
        email: payer.email,
        closesAt,
        successUrl,
        cancelUrl,
        origin: { of: 'subscription', id: subscriptionId },
        state: 'open',
        history: [],
        monthly: { customer, subscription: null },
      },
      () => {
        if (amount === 0) refuse('nothing cannot be paid each month');
        checkAmount(amount);
        checkClosing(closesAt, clock());
      },
    );
    if (opened.amount !== amount) refuse('this subscription was opened with another amount');
    if (opened.monthly?.customer !== customer) refuse('this subscription was opened for somebody else');
    return openedOf(opened, publicUrl);
  };

  return {
    openSubscription,
    readSubscriptionCheckout: async (ref) => {
      const { state, monthly } = await checkouts.change(ref, (checkout) => checkout);
      if (monthly === undefined) throw new UnknownCheckout('no such subscription');
      if (monthly.subscription !== null) return { state: 'paid', subscriptionRef: monthly.subscription.id };
      return { state: state === 'open' ? 'open' : 'closed' };
    },
    readSubscription: async (ref) => {
      const { customer, subscription } = await subscriptions.change(ref, (same) => same);
      const { state, endsAt, startedAt, payments } = subscription;
      return {
        status: state,
        ...paidOf(subscription),
        paidAt: payments.at(-1)?.at,
        endsAt: endsAt ?? undefined,
        startedAt,
        payerRef: customer,
        paymentRef: payments.at(-1)?.ref,
      };
    },
    endAfterPaidPeriod: async (ref) => {
      await subscriptions.change(ref, (current) => endAfterPaidPeriod(current, clock()));
    },
    keepGoing: async (ref) => {
      const { subscription } = await subscriptions.change(ref, keepGoing);
      return subscription.state === 'ended' ? 'ended' : 'going';
    },
    endAtOnce: async (ref) => {
      await subscriptions.change(ref, (current) => endAtOnce(current, clock()));
    },
    refund: async (paymentRef) => {
      const ref = paymentRef.replace(/^pi_(.*?)(_\d+)?$/, 'sub_$1');
      await subscriptions.change(ref, (subscription) => {
        const refunded = refundPayment(subscription, paymentRef, clock());
        if (refunded === undefined) throw new UnknownCheckout('no such payment');
        return refunded;
      });
      return 'refunded';
    },
  };
};
