import { beforeEach, describe, expect, it } from 'vitest';

import { DAY, SECOND } from '#domain/instant.ts';
import { ProviderRefused } from '#application/ports/payment-provider.ts';
import { somePurchaseCheckout, someSubscriptionCheckout } from '#tests/contracts/checkout-samples.ts';

import { interceptStripe, stripeRig } from './rig.ts';
import type { StripeRig } from './rig.ts';

interceptStripe();

describe('what Stripe says', () => {
  let rig: StripeRig;
  let payments: StripeRig['payments'];

  beforeEach(() => {
    rig = stripeRig();
    ({ payments } = rig);
  });

  const authorised = async () => {
    const checkout = await payments.openPurchase(somePurchaseCheckout(rig.now()));
    await rig.buyer.pay(checkout, 'dana.reyes@example.com');
    const [intent] = rig.double.account.books.intents.values();
    if (intent === undefined) throw new Error('nothing was paid');
    return { checkout, intent };
  };
  const subscribed = async () => {
    const payer = { id: 'account-1', email: 'dana.reyes@example.com', ref: undefined };
    const { ref } = await payments.openSubscription(someSubscriptionCheckout(rig.now(), { payer }));
    rig.double.buyer.pay(ref, payer.email);
    const [subscription] = rig.double.account.books.subscriptions.values();
    if (subscription === undefined) throw new Error('nothing was paid');
    return subscription;
  };
  const set = (thing: object, changes: object): void => void Object.assign(thing, changes);

  it('of a payment in a state that we do not know is waited for', async () => {
    const { checkout, intent } = await authorised();
    for (const status of ['processing', 'of_next_year']) {
      set(intent, { status });
      expect(await payments.readPurchase(checkout.ref)).toEqual({ state: 'open' });
      expect([await payments.collect(intent.id), await payments.release(intent.id)]).toEqual(['pending', 'pending']);
    }
  });

  it('of money that the bank would not give after all is that it has lapsed', async () => {
    const { checkout, intent } = await authorised();
    set(intent, { status: 'requires_payment_method' });
    expect(await payments.collect(intent.id)).toBe('lapsed');
    expect(await payments.release(intent.id)).toBe('released');
    expect(await payments.readPurchase(checkout.ref)).toMatchObject({ state: 'released', amount: 2250 });
  });

  it('of a page that expired after a declined card is that it is closed', async () => {
    const checkout = await payments.openPurchase(somePurchaseCheckout(rig.now(), { purchaseId: 'purchase-2' }));
    await rig.buyer.decline(checkout, 'dana.reyes@example.com');
    await payments.closeCheckout(checkout.ref);
    expect(await payments.readPurchase(checkout.ref)).toEqual({ state: 'closed' });
  });

  it.each(['failed', 'canceled'])(
    'of a refund counts once it has arrived; one that %s is sent again',
    async (status) => {
      const { checkout, intent } = await authorised();
      const { refunds } = rig.double.account.books;
      await payments.collect(intent.id);
      await payments.refund(intent.id);
      const [refund = {}] = refunds.values();
      set(refund, { status: 'pending' });
      expect(await payments.refund(intent.id)).toBe('pending');
      set(refund, { status: 'succeeded' });
      expect(await payments.refund(intent.id)).toBe('refunded');
      expect(refunds.size).toBe(1);
      set(refund, { status, amount: 0 });
      for (let times = 0; times < 2; times += 1) expect(await payments.refund(intent.id)).toBe('refunded');
      expect(refunds.size).toBe(2);
      expect(await rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
    },
  );

  it('of a refund in part leaves the rest to be sent back', async () => {
    const { checkout, intent } = await authorised();
    await payments.collect(intent.id);
    const part = {
      id: 're_part',
      object: 'refund',
      amount: 250,
      payment_intent: intent.id,
      status: 'succeeded',
    } as const;
    rig.double.account.keep(rig.double.account.books.refunds, part);
    expect(await payments.refund(intent.id)).toBe('refunded');
    expect(await rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
  });

  it('no to a refund is not taken for a refund in part', async () => {
    const { intent } = await authorised();
    const { books, keep } = rig.double.account;
    await payments.collect(intent.id);
    keep(books.refunds, { id: 're_1', object: 'refund', amount: 250, payment_intent: intent.id, status: 'succeeded' });
    rig.double.trouble('POST /v1/refunds', 'declines');
    await expect(payments.refund(intent.id)).rejects.toThrow(ProviderRefused);
  });

  it('of a subscription that ended unpaid is paid to where the unpaid period begins', async () => {
    const { id } = await subscribed();
    await rig.advance(DAY);
    const failedAt = Math.floor(rig.now() / SECOND) * SECOND;
    await rig.renewal.failed(id);
    await rig.advance(DAY);
    await payments.endAtOnce(id);
    const endsAt = Math.floor(rig.now() / SECOND) * SECOND;
    expect(await payments.readSubscription(id)).toMatchObject({ status: 'ended', paidThrough: failedAt, endsAt });
  });

  it.each([
    ['active', 'active'],
    ['trialing', 'active'],
    ['canceled', 'ended'],
    ['incomplete_expired', 'ended'],
  ])('of a subscription that is %s there is that it is %s', async (atStripe, status) => {
    const subscription = await subscribed();
    set(subscription, { status: atStripe });
    expect(await payments.readSubscription(subscription.id)).toMatchObject({ status });
  });

  it('of a month that is paid is not overdue when a change made at Stripe was not paid', async () => {
    const { id } = await subscribed();
    const { paidThrough } = await payments.readSubscription(id);
    await rig.advance(DAY);
    rig.double.buyer.changeFailed(id);
    expect(await payments.readSubscription(id)).toMatchObject({ status: 'active', paidThrough });
    await payments.endAfterPaidPeriod(id);
    expect(await payments.readSubscription(id)).toMatchObject({ status: 'active', endsAt: paidThrough });
    await payments.endAtOnce(id);
    expect(await payments.readSubscription(id)).toMatchObject({ status: 'ended', paidThrough });
  });

  it('of a month that is not paid is overdue, whatever was paid for a change in it', async () => {
    const subscription = await subscribed();
    const { id } = subscription;
    await rig.advance(DAY);
    const failedAt = Math.floor(rig.now() / SECOND) * SECOND;
    await rig.renewal.failed(id);
    await rig.advance(DAY);
    rig.double.buyer.changeFailed(id);
    rig.double.buyer.renewalPaid(id);
    set(subscription, { status: 'past_due' });
    expect(await payments.readSubscription(id)).toMatchObject({ status: 'overdue', paidThrough: failedAt });
  });

  it('of a paid month that is paused at Stripe takes none of it away', async () => {
    const subscription = await subscribed();
    const { paidThrough } = await payments.readSubscription(subscription.id);
    await rig.advance(DAY);
    rig.double.buyer.changeFailed(subscription.id);
    rig.double.buyer.renewalPaid(subscription.id);
    set(subscription, { status: 'paused' });
    expect(await payments.readSubscription(subscription.id)).toMatchObject({ status: 'overdue', paidThrough });
    await payments.endAtOnce(subscription.id);
    expect(await payments.readSubscription(subscription.id)).toMatchObject({ status: 'ended', paidThrough });
  });

  it('of an invoice that was paid by a second card tells that payment, which alone can be sent back', async () => {
    const { id, latest_invoice: latest } = await subscribed();
    const { addIntent, books } = rig.double.account;
    const [paid] = books.invoices.get(latest)?.payments.data ?? [];
    const declined = addIntent(3900, { status: 'canceled' });
    books.invoices.get(latest)?.payments.data.unshift({
      status: 'canceled',
      payment: { type: 'payment_intent', payment_intent: declined.id },
    });
    expect(await payments.readSubscription(id)).toMatchObject({ paymentRef: paid?.payment.payment_intent });
  });

  it('of a subscription in a state that we do not know is neither active nor ended', async () => {
    const subscription = await subscribed();
    for (const status of ['paused', 'incomplete', 'unpaid', 'of_next_year']) {
      set(subscription, { status });
      expect(await payments.readSubscription(subscription.id)).toMatchObject({ status: 'overdue' });
    }
  });

  it('of an end that was set to a date by hand is told, and undone', async () => {
    const subscription = await subscribed();
    const endsAt = Math.floor(rig.now() / SECOND) * SECOND + 10 * DAY;
    set(subscription, { cancel_at: endsAt / SECOND });
    expect(await payments.readSubscription(subscription.id)).toMatchObject({ endsAt });
    await payments.endAfterPaidPeriod(subscription.id);
    expect(await payments.readSubscription(subscription.id)).toMatchObject({ endsAt });
    expect(await payments.keepGoing(subscription.id)).toBe('going');
    expect(await payments.readSubscription(subscription.id)).toMatchObject({ endsAt: undefined });
  });

  it('of an end that was set to a later month by hand is told once that month has begun', async () => {
    const subscription = await subscribed();
    const { paidThrough } = await payments.readSubscription(subscription.id);
    const endsAt = paidThrough + 10 * DAY;
    set(subscription, { cancel_at: endsAt / SECOND });
    expect(await payments.readSubscription(subscription.id)).toMatchObject({ endsAt: undefined });
    expect(await payments.keepGoing(subscription.id)).toBe('going');
    await rig.advance(paidThrough - rig.now() + DAY);
    expect(await payments.readSubscription(subscription.id)).toMatchObject({ endsAt, status: 'active' });
    await rig.advance(10 * DAY);
    expect(await payments.readSubscription(subscription.id)).toMatchObject({ endsAt, status: 'ended' });
  });

  it('of an end that was set to a later month by hand gives way to the end of this one, and comes back by no change of mind', async () => {
    const subscription = await subscribed();
    const { id } = subscription;
    const { paidThrough } = await payments.readSubscription(id);
    set(subscription, { cancel_at: (paidThrough + 10 * DAY) / SECOND });
    await payments.endAfterPaidPeriod(id);
    expect(await payments.readSubscription(id)).toMatchObject({ endsAt: paidThrough });
    expect(await payments.keepGoing(id)).toBe('going');
    expect(await payments.readSubscription(id)).toMatchObject({ endsAt: undefined });
    await payments.endAfterPaidPeriod(id);
    await rig.advance(paidThrough - rig.now() + DAY);
    expect(await payments.readSubscription(id)).toMatchObject({ endsAt: paidThrough, status: 'ended' });
    expect(await rig.subscriptionMoney(id)).toEqual({ taken: 3900, givenBack: 0 });
  });
});
