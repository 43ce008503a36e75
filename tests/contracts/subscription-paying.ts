import { describe, expect, it } from 'vitest';

import { ProviderRefused } from '#application/ports/payment-provider.ts';
import { inZone } from '#tests/support/zones.ts';

import { BUYER, REFERENCE, idOf, keptUrl } from './payment-rig.ts';
import { MONTH } from './subscriptions-in-use.ts';
import type { SubscriptionsInUse } from './subscriptions-in-use.ts';

/** How a subscription begins, and whose it is. */
export const beginsSubscriptions = (shop: SubscriptionsInUse): void => {
  const { open, subscribed } = shop;

  describe('paying', () => {
    it('takes the first month at once, and a month is paid', async () => {
      const { ref } = await subscribed();
      const {
        status,
        startedAt,
        paidThrough,
        paidAt = startedAt,
        endsAt,
        payerRef,
        paymentRef,
      } = await shop.payments.readSubscription(ref);
      expect([status, endsAt]).toEqual(['active', undefined]);
      for (const made of [ref, payerRef, paymentRef]) expect(made).toMatch(REFERENCE);
      for (const at of [startedAt, paidAt]) expect(Math.abs(at - shop.rig.now())).toBeLessThan(2_000);
      expect(paidThrough - startedAt).toBeGreaterThanOrEqual(MONTH.min);
      expect(paidThrough - startedAt).toBeLessThanOrEqual(MONTH.max);
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
    });

    it('began, was paid and is paid to the same instants, whatever the time zone of the server', async () => {
      const { ref } = await subscribed();
      const reading = await shop.payments.readSubscription(ref);
      expect(await inZone('America/Chicago', () => shop.payments.readSubscription(ref))).toEqual(reading);
    });

    it('takes the very amount, to the cent', async () => {
      for (const monthlyAmount of [1999, 123_456]) {
        const { checkout, ref } = await subscribed({ monthlyAmount });
        expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: monthlyAmount, givenBack: 0 });
        await shop.rig.renewal.paid(ref);
        expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 2 * monthlyAmount, givenBack: 0 });
      }
    });

    it('sends the browser to the shop with the reference of the checkout', async () => {
      const checkout = await open();
      const landing = await shop.rig.buyer.pay(checkout, BUYER);
      expect(landing).toBe(`http://localhost:3000/lead-vault-dashboard?session_id=${checkout.ref}`);
    });

    it('tells what it was opened for and by which shop, by its page and by itself, also once it has ended', async () => {
      const subscriptionId = idOf('told subscription');
      const successUrl = 'https://other.example:8443/vault?session_id={ref}&of=dana%20reyes';
      const { checkout, ref } = await subscribed({ subscriptionId, successUrl });
      const { ref: checkoutRef } = checkout;
      const origin = { of: 'subscription', id: subscriptionId, checkoutRef, successUrl: keptUrl(successUrl) };
      expect(await shop.payments.readOrigin({ kind: 'checkout', ref: checkoutRef })).toEqual(origin);
      await shop.payments.endAtOnce(ref);
      expect(await shop.payments.readOrigin({ kind: 'subscription', ref })).toEqual(origin);
    });

    it('begins one subscription and takes one payment, however often the button is pressed', async () => {
      const checkout = await open();
      await Promise.all([1, 2, 3].map(() => shop.rig.buyer.pay(checkout, BUYER)));
      const reading = await shop.payments.readSubscriptionCheckout(checkout.ref);
      expect(await shop.payments.readSubscriptionCheckout(checkout.ref)).toEqual(reading);
      if (reading.state !== 'paid') throw new Error('not paid');
      expect(await shop.rig.subscriptionMoney(reading.subscriptionRef)).toEqual({ taken: 3900, givenBack: 0 });
    });

    it('stays open after a declined card or a way back, and can be paid then', async () => {
      const checkout = await open();
      await shop.rig.buyer.decline(checkout, BUYER);
      await shop.rig.buyer.goBack(checkout);
      expect(await shop.payments.readSubscriptionCheckout(checkout.ref)).toEqual({ state: 'open' });
      expect(await shop.rig.buyer.pay(checkout, BUYER)).toBeDefined();
      expect(await shop.payments.readSubscriptionCheckout(checkout.ref)).toMatchObject({ state: 'paid' });
    });

    it('knows one customer for one payer, whatever he subscribes to, and another for another', async () => {
      const payer = { id: idOf('account of three'), email: BUYER, ref: undefined };
      const { payerRef } = await shop.payments.readSubscription((await subscribed({ payer })).ref);
      const again = await subscribed({ payer: { ...payer, ref: payerRef } });
      const untold = await subscribed({ payer: { ...payer, email: 'dana@example.org' } });
      for (const { ref } of [again, untold])
        expect((await shop.payments.readSubscription(ref)).payerRef).toBe(payerRef);
      expect((await shop.payments.readSubscription((await subscribed()).ref)).payerRef).not.toBe(payerRef);
    });

    it('refuses a customer who is not this payer', async () => {
      const { payerRef: ref } = await shop.payments.readSubscription((await subscribed()).ref);
      const payer = { id: idOf('other account'), email: BUYER, ref };
      await expect(open({ payer }), 'a `ref` that is of another `id`').rejects.toThrow(ProviderRefused);
    });

    it('takes who was the customer of a former provider for somebody new', async () => {
      for (const ref of ['cus_nobody', 'ctm/1']) {
        const payer = { id: idOf(`account of ${ref}`), email: BUYER, ref };
        const { payerRef } = await shop.payments.readSubscription((await subscribed({ payer })).ref);
        expect(payerRef).not.toBe(ref);
        const again = await subscribed({ payer: { ...payer, ref: payerRef } });
        expect((await shop.payments.readSubscription(again.ref)).payerRef).toBe(payerRef);
      }
    });
  });
};
