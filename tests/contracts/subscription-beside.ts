import { describe, expect, it } from 'vitest';

import { BUYER, idOf, moneyLeft } from './payment-rig.ts';
import type { SubscriptionsInUse } from './subscriptions-in-use.ts';

/** Any process of the shop may ask the provider, also after a restart. */
export const knowsTheSameByTheMonthBeside = (shop: SubscriptionsInUse): void => {
  const { wish, open, subscribed } = shop;

  describe('in every process of the shop, and after a restart', () => {
    it('is known what was opened, and what was read of a notification', async () => {
      const other = shop.beside();
      const same = wish();
      const checkout = await shop.payments.openSubscription(same);
      for (const each of [other, shop.beside()]) {
        expect(await each.readSubscriptionCheckout(checkout.ref)).toEqual({ state: 'open' });
        expect((await each.openSubscription(same)).ref).toBe(checkout.ref);
      }
      await shop.rig.buyer.pay(checkout, BUYER);
      for (const raw of await shop.rig.notifications()) await shop.payments.readNotification(raw);
      const all = [other, shop.beside(), shop.payments];
      const readings = await Promise.all(all.map((each) => each.readSubscriptionCheckout(checkout.ref)));
      expect(readings[0]).toMatchObject({ state: 'paid' });
      for (const reading of readings) expect(reading).toEqual(readings[0]);
      const ref = readings[0]?.state === 'paid' ? readings[0].subscriptionRef : '';
      const subscriptions = await Promise.all(all.map((each) => each.readSubscription(ref)));
      expect(subscriptions[0]).toMatchObject({ status: 'active', endsAt: undefined });
      for (const subscription of subscriptions) expect(subscription).toEqual(subscriptions[0]);
      const origins = await Promise.all(all.map((each) => each.readOrigin({ kind: 'subscription', ref })));
      for (const origin of origins) expect(origin).toEqual(origins[0]);
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
    });

    it('is known who pays, what was renewed, and what ends', async () => {
      const other = shop.beside();
      const payer = { id: idOf('account beside'), email: BUYER, ref: undefined };
      const { ref } = await subscribed({ payer });
      const { payerRef } = await shop.payments.readSubscription(ref);
      const checkout = await other.openSubscription(wish({ payer }));
      await shop.rig.buyer.pay(checkout, BUYER);
      const second = await other.readSubscriptionCheckout(checkout.ref);
      const secondRef = second.state === 'paid' ? second.subscriptionRef : '';
      expect((await shop.beside().readSubscription(secondRef)).payerRef).toBe(payerRef);
      const happen = [
        () => shop.rig.renewal.paid(ref),
        () => other.endAfterPaidPeriod(ref),
        () => shop.payments.keepGoing(ref),
        () => other.endAtOnce(ref),
      ];
      for (const happens of happen) {
        await happens();
        const reading = await shop.payments.readSubscription(ref);
        for (const each of [other, shop.beside()]) expect(await each.readSubscription(ref)).toEqual(reading);
      }
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'ended' });
    });

    it('is known which page was closed: nobody can subscribe there any more', async () => {
      const other = shop.beside();
      const checkout = await open();
      await shop.payments.closeCheckout(checkout.ref);
      await shop.rig.buyer.pay(checkout, BUYER);
      for (const each of [other, shop.beside(), shop.payments])
        expect(await each.readSubscriptionCheckout(checkout.ref)).toEqual({ state: 'closed' });
      expect(await moneyLeft(shop.rig, checkout)).toEqual({ held: 0, kept: 0 });
    });
  });
};
