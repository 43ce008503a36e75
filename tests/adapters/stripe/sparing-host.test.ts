import { beforeEach, describe, expect, it } from 'vitest';

import { somePurchaseCheckout, someSubscriptionCheckout } from '#tests/contracts/checkout-samples.ts';
import { serveStripe, stripeRig } from './rig.ts';
import type { StripeRig } from './rig.ts';
import { sparing } from './sparing.ts';

const BUYER = 'dana.reyes@example.com';

const served = serveStripe();

// `STRIPE_API_URL` may lead to less than Stripe is.
describe('a host that speaks Stripe’s language and keeps little', () => {
  let rig: StripeRig;
  let payments: StripeRig['payments'];

  beforeEach(() => {
    rig = stripeRig({ apiUrl: served.url, through: sparing });
    ({ payments } = rig);
  });

  const authorised = async () => {
    const checkout = await payments.openPurchase(somePurchaseCheckout(rig.now()));
    await rig.buyer.pay(checkout, BUYER);
    const reading = await payments.readPurchase(checkout.ref);
    if (reading.state !== 'authorised') throw new Error(`the payment is ${reading.state}`);
    return { checkout, paymentRef: reading.paymentRef };
  };

  it('sells: a page is opened for the time that was asked for, and what was paid there is collected', async () => {
    const { checkout, paymentRef } = await authorised();
    expect(Math.abs(checkout.closesAt - somePurchaseCheckout(rig.now()).closesAt)).toBeLessThan(1_000);
    expect(await payments.collect(paymentRef)).toBe('collected');
    expect(await payments.collect(paymentRef)).toBe('collected');
    const payment = { paymentRef, amount: 2250, email: BUYER };
    expect(await payments.readPurchase(checkout.ref)).toEqual({ state: 'collected', ...payment });
    expect(await payments.refund(paymentRef)).toBe('refunded');
    expect(await rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
  });

  it('lets money go, and closes a page that nobody has paid at', async () => {
    const { checkout, paymentRef } = await authorised();
    expect(await payments.release(paymentRef)).toBe('released');
    expect(await rig.money(checkout)).toEqual({ held: 0, taken: 0, givenBack: 0 });
    const other = await payments.openPurchase(
      somePurchaseCheckout(rig.now(), { purchaseId: 'purchase-2', amount: 900, email: BUYER }),
    );
    await payments.closeCheckout(other.ref);
    expect(await payments.readPurchase(other.ref)).toEqual({ state: 'closed' });
  });

  it('tells whom a payment is about', async () => {
    const { checkout } = await authorised();
    const notices = await Promise.all((await rig.notifications()).map((one) => payments.readNotification(one)));
    expect(notices.map(({ about }) => about)).toEqual([{ kind: 'checkout', ref: checkout.ref }]);
  });

  it('sells by the month: what is paid for is read, ended when it is over, kept, and ended at once', async () => {
    const payer = { id: 'account-1', email: BUYER, ref: undefined };
    const wish = someSubscriptionCheckout(rig.now(), { payer });
    const { ref } = await payments.openSubscription(wish);
    rig.double.buyer.pay(ref, BUYER);
    const read = await payments.readSubscriptionCheckout(ref);
    if (read.state !== 'paid') throw new Error(`the subscription is ${read.state}`);
    const { subscriptionRef } = read;
    const [own] = rig.double.account.books.subscriptions.values();
    const [item] = own?.items.data ?? [];
    const [start, end] = [item?.current_period_start ?? 0, item?.current_period_end ?? 0].map((time) => time * 1_000);
    const active = { status: 'active', startedAt: start, paidThrough: end, isTakenBack: false };
    expect(await payments.readSubscription(subscriptionRef)).toMatchObject({ ...active, endsAt: undefined });
    await payments.endAfterPaidPeriod(subscriptionRef);
    expect(await payments.readSubscription(subscriptionRef)).toMatchObject({ ...active, endsAt: end });
    expect(await payments.keepGoing(subscriptionRef)).toBe('going');
    expect(await payments.readSubscription(subscriptionRef)).toMatchObject({ ...active, endsAt: undefined });
    await payments.endAtOnce(subscriptionRef);
    expect(await payments.readSubscription(subscriptionRef)).toMatchObject({ status: 'ended', isTakenBack: false });
    await payments.endAtOnce(subscriptionRef);
  });
});
