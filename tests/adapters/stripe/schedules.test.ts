import { beforeEach, describe, expect, it } from 'vitest';

import { ProviderRefused } from '#application/ports/payment-provider.ts';
import { HOUR, SECOND } from '#domain/instant.ts';
import { someSubscriptionCheckout } from '#tests/contracts/checkout-samples.ts';

import { itemOf } from './billing.ts';
import { interceptStripe, stripeRig } from './rig.ts';
import type { StripeRig } from './rig.ts';

interceptStripe();

const RELEASE = 'POST /v1/subscription_schedules/:id/release';

describe('a subscription with a schedule at Stripe', () => {
  let rig: StripeRig;
  let payments: StripeRig['payments'];

  beforeEach(() => {
    rig = stripeRig();
    ({ payments } = rig);
  });

  const scheduled = async () => {
    const payer = { id: 'account-1', email: 'dana.reyes@example.com', ref: undefined };
    const { ref } = await payments.openSubscription(someSubscriptionCheckout(rig.now(), { payer }));
    rig.double.buyer.pay(ref, payer.email);
    const [subscription] = rig.double.account.books.subscriptions.values();
    if (subscription === undefined) throw new Error('nothing was paid');
    return Object.assign(subscription, { schedule: 'sub_sched_1' });
  };
  const isReleased = () => rig.double.asked.some(({ call }) => call === RELEASE);

  it('ends with what is paid as any other, and is charged no more', async () => {
    const { id } = await scheduled();
    await payments.endAfterPaidPeriod(id);
    const { endsAt, paidThrough } = await payments.readSubscription(id);
    expect(endsAt).toBe(paidThrough);
    await rig.advance(paidThrough - rig.now() + HOUR);
    expect(await payments.readSubscription(id)).toMatchObject({ status: 'ended' });
    expect(await rig.subscriptionMoney(id)).toEqual({ taken: 3900, givenBack: 0 });
  });

  it('goes on after all where the schedule would have ended it with this month', async () => {
    const subscription = await scheduled();
    const over = itemOf(subscription).current_period_end;
    subscription.cancel_at = over;
    expect(await payments.readSubscription(subscription.id)).toMatchObject({ endsAt: over * SECOND });
    expect(await payments.keepGoing(subscription.id)).toBe('going');
    expect(await payments.readSubscription(subscription.id)).toMatchObject({ endsAt: undefined });
  });

  it('keeps it where nothing is to be changed', async () => {
    const subscription = await scheduled();
    expect(await payments.keepGoing(subscription.id)).toBe('going');
    subscription.cancel_at = itemOf(subscription).current_period_end;
    await payments.endAfterPaidPeriod(subscription.id);
    expect(isReleased()).toBe(false);
  });

  it('ends with what is paid also where somebody else gives the schedule up in that moment', async () => {
    const subscription = await scheduled();
    rig.double.before(RELEASE, () => Object.assign(subscription, { schedule: null }));
    await payments.endAfterPaidPeriod(subscription.id);
    const { endsAt, paidThrough } = await payments.readSubscription(subscription.id);
    expect(endsAt).toBe(paidThrough);
  });

  it('that somebody else ends in that moment has ended', async () => {
    const subscription = await scheduled();
    rig.double.before(RELEASE, () => rig.double.account.billing.end(subscription));
    rig.double.trouble(RELEASE, 'declines');
    await payments.endAfterPaidPeriod(subscription.id);
    expect(await payments.readSubscription(subscription.id)).toMatchObject({ status: 'ended' });
  });

  it('that Stripe does not give up is no end, and not taken for one', async () => {
    const { id } = await scheduled();
    rig.double.trouble(RELEASE, 'declines');
    await expect(payments.endAfterPaidPeriod(id)).rejects.toThrow(ProviderRefused);
    expect(await payments.readSubscription(id)).toMatchObject({ endsAt: undefined });
  });
});
