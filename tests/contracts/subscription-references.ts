import { describe, expect, it } from 'vitest';

import { UnknownCheckout } from '#application/ports/payment-provider.ts';

import { idOf } from './payment-rig.ts';
import { possible } from './payments-in-use.ts';
import { UNKNOWN } from './subscriptions-in-use.ts';
import type { SubscriptionsInUse } from './subscriptions-in-use.ts';

/** The references that the provider accepts. */
export const tellsReferencesApart = (shop: SubscriptionsInUse): void => {
  const { wish, open, subscribed } = shop;

  describe('references', () => {
    it('are unknown when it never made them', async () => {
      for (const ref of UNKNOWN) {
        for (const ask of [
          shop.payments.readSubscriptionCheckout,
          shop.payments.readSubscription,
          shop.payments.endAfterPaidPeriod,
          shop.payments.keepGoing,
          shop.payments.endAtOnce,
          shop.payments.closeCheckout,
          shop.payments.refund,
        ])
          await expect(ask(ref)).rejects.toThrow(UnknownCheckout);
      }
    });

    it('of a checkout, a subscription and a payment are not taken for each other', async () => {
      const { checkout, ref } = await subscribed();
      const { paymentRef = '' } = await shop.payments.readSubscription(ref);
      const { readSubscription, endAfterPaidPeriod, keepGoing, endAtOnce } = shop.payments;
      for (const ask of [readSubscription, endAfterPaidPeriod, keepGoing, endAtOnce, shop.payments.refund])
        await expect(ask(checkout.ref)).rejects.toThrow(UnknownCheckout);
      for (const ask of [shop.payments.readSubscriptionCheckout, shop.payments.closeCheckout, shop.payments.refund])
        await expect(ask(ref)).rejects.toThrow(UnknownCheckout);
      for (const ask of [readSubscription, shop.payments.readSubscriptionCheckout, endAtOnce])
        await expect(ask(paymentRef)).rejects.toThrow(UnknownCheckout);
    });

    it('of a purchase are none of a subscription, nor the other way round', async () => {
      const { closesAt, successUrl, cancelUrl } = wish();
      const purchase = await shop.payments.openPurchase({
        purchaseId: idOf('purchase beside'),
        amount: 2250,
        lineItem: 'Buyer Lead in Austin',
        email: undefined,
        closesAt,
        successUrl,
        cancelUrl,
      });
      const { checkout, ref } = await subscribed();
      const { paymentRef = '' } = await shop.payments.readSubscription(ref);
      await expect(shop.payments.readSubscriptionCheckout(purchase.ref)).rejects.toThrow(UnknownCheckout);
      for (const one of [checkout, await open()])
        await expect(shop.payments.readPurchase(one.ref)).rejects.toThrow(UnknownCheckout);
      for (const ask of [shop.payments.collect, shop.payments.release])
        await expect(ask(paymentRef)).rejects.toThrow(UnknownCheckout);
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
    });

    it('of a page tell what it was opened for while it is open, and once it is closed', async () => {
      const asked = wish();
      const { ref } = await shop.payments.openSubscription(asked);
      const origin = await shop.payments.readOrigin({ kind: 'checkout', ref });
      expect(origin).toMatchObject({ of: 'subscription', id: asked.subscriptionId, checkoutRef: ref });
      await shop.payments.closeCheckout(ref);
      expect(await shop.payments.readOrigin({ kind: 'checkout', ref })).toEqual(origin);
    });

    it('are known by a notification, also where the documents of the adapter are lost', async (test) => {
      const restored = possible(test, shop.rig.restored);
      const { checkout, ref } = await subscribed();
      for (const raw of await shop.rig.notifications()) {
        const { readNotification, readOrigin, readSubscriptionCheckout } = restored();
        const { about } = await readNotification(raw);
        expect(about.kind).not.toBe('nothing of ours');
        if ('ref' in about)
          expect(await readOrigin(about)).toMatchObject({ of: 'subscription', checkoutRef: checkout.ref });
        expect(await readSubscriptionCheckout(checkout.ref)).toEqual({ state: 'paid', subscriptionRef: ref });
      }
    });
  });
};
