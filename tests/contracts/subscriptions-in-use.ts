import { beforeEach } from 'vitest';
import type { TestContext } from 'vitest';

import { closingTime } from '#application/closing-time.ts';
import type { SubscriptionCheckout } from '#application/ports/subscription-provider.ts';
import { DAY } from '#domain/instant.ts';

import { discreet } from './payment-discretion.ts';
import { BUYER, UNKNOWN_REFS, idOf, untilDone } from './payment-rig.ts';
import { possible } from './payments-in-use.ts';
import type { SubscriptionRig } from './subscription-rig.ts';

export const UNKNOWN = [
  ...UNKNOWN_REFS,
  'sub_sim_0000000000000000000000000000000000000000',
  'sub_nobody',
  'cus_nobody',
];

/** A month has 28 to 31 days. */
export const MONTH = { min: 28 * DAY, max: 31 * DAY };

/** A fresh provider for each case, with a shop before it that sells one thing at 39.00 each month. */
export const subscriptionsInUse = (make: () => Promise<SubscriptionRig>) => {
  let rig: SubscriptionRig;
  let payments: SubscriptionRig['payments'];
  let subscriptions = 0;
  const usable = (provider: typeof payments) => discreet(untilDone(provider, rig.settles), rig.secrets);
  beforeEach(async () => {
    rig = await make();
    payments = usable(rig.payments);
  });

  const wish = (changes: Partial<SubscriptionCheckout> = {}): SubscriptionCheckout => ({
    subscriptionId: idOf(`subscription ${(subscriptions += 1)}`),
    monthlyAmount: 3900,
    lineItem: 'Lead Vault, monthly',
    payer: { id: idOf(`account ${subscriptions}`), email: BUYER, ref: undefined },
    closesAt: closingTime(payments.profile, rig.now()),
    successUrl: 'http://localhost:3000/lead-vault-dashboard?session_id={ref}',
    cancelUrl: 'http://localhost:3000/lead-vault?cancelled=1',
    ...changes,
  });
  const open = (changes: Partial<SubscriptionCheckout> = {}) => payments.openSubscription(wish(changes));

  const subscribed = async (changes: Partial<SubscriptionCheckout> = {}) => {
    const checkout = await open(changes);
    await rig.buyer.pay(checkout, BUYER);
    const reading = await payments.readSubscriptionCheckout(checkout.ref);
    if (reading.state !== 'paid') throw new Error(`the checkout is ${reading.state}`);
    return { checkout, ref: reading.subscriptionRef };
  };

  return {
    get rig() {
      return rig;
    },
    /** The rig's provider; calls are repeated until they are done, and errors are checked for secrets. */
    get payments() {
      return payments;
    },
    /** The same provider from another process of the shop, or after a restart. */
    beside: () => usable(rig.beside()),
    wish,
    open,
    subscribed,
    refunded: async (ref: string) => {
      const { paymentRef } = await payments.readSubscription(ref);
      if (paymentRef === undefined) throw new Error('nothing was paid');
      return { paymentRef, answers: [await payments.refund(paymentRef), await payments.refund(paymentRef)] };
    },
    overdue: async () => {
      const begun = await subscribed();
      await rig.advance(DAY);
      await rig.renewal.failed(begun.ref);
      return begun;
    },
    /** A subscription whose next month has begun, and is not charged yet. */
    uncharged: async (test: TestContext) => {
      const begins = possible(test, rig.renewal.begins);
      const begun = await subscribed();
      await rig.advance(DAY);
      await begins(begun.ref);
      return begun;
    },
    lineOf: (test: TestContext) => possible(test, rig.line),
  };
};

export type SubscriptionsInUse = ReturnType<typeof subscriptionsInUse>;
