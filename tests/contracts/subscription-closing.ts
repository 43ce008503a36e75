import { describe, expect, it } from 'vitest';

import { DAY, HOUR } from '#domain/instant.ts';
import type { OpenedCheckout } from '#application/ports/payment-provider.ts';

import { BUYER, moneyLeft } from './payment-rig.ts';
import { possible } from './payments-in-use.ts';
import type { SubscriptionsInUse } from './subscriptions-in-use.ts';

/** How the page of a subscription closes. */
export const closesSubscriptionPages = (shop: SubscriptionsInUse): void => {
  const { open, subscribed, overdue, refunded } = shop;

  /** Where a page cannot be taken away, its buyer may still approve, without any effect; or pay, and get everything back. */
  const comesTooLate = async (checkout: OpenedCheckout): Promise<void> => {
    await shop.rig.buyer.pay(checkout, BUYER);
    for (let time = 0; time < 2; time += 1) {
      expect(await shop.payments.readSubscriptionCheckout(checkout.ref)).toEqual({ state: 'closed' });
      await shop.rig.settles?.();
    }
    expect(await moneyLeft(shop.rig, checkout)).toEqual({ held: 0, kept: 0 });
    // After a payment that came too late no further month is charged either.
    if ((await shop.rig.money(checkout)).taken === 0) return;
    for (const raw of await shop.rig.notifications()) {
      const { about } = await shop.payments.readNotification(raw);
      if (about.kind === 'subscription')
        expect(await shop.payments.readSubscription(about.ref)).toMatchObject({ status: 'ended' });
    }
  };

  describe('closing', () => {
    it('ends an open page: nobody can subscribe there any more', async () => {
      const checkout = await open();
      await shop.payments.closeCheckout(checkout.ref);
      await shop.payments.closeCheckout(checkout.ref);
      expect(await shop.payments.readSubscriptionCheckout(checkout.ref)).toEqual({ state: 'closed' });
      await comesTooLate(checkout);
    });

    it('happens by itself when the time is over', async () => {
      const checkout = await open();
      await shop.rig.advance(checkout.closesAt - shop.rig.now() - 2_000);
      expect(await shop.payments.readSubscriptionCheckout(checkout.ref)).toEqual({ state: 'open' });
      await shop.rig.advance(2_000);
      expect(await shop.payments.readSubscriptionCheckout(checkout.ref)).toEqual({ state: 'closed' });
      await comesTooLate(checkout);
    });

    it('is not told of a page in a state that nobody knows: it reads open, also a day after its time', async (test) => {
      const makeStrange = possible(test, shop.rig.pageBecomesStrange);
      const checkout = await open();
      await makeStrange(checkout.ref);
      expect(await shop.payments.readSubscriptionCheckout(checkout.ref)).toEqual({ state: 'open' });
      await shop.rig.advance(checkout.closesAt - shop.rig.now() + DAY);
      expect(await shop.payments.readSubscriptionCheckout(checkout.ref)).toEqual({ state: 'open' });
    });

    it('leaves what is paid as it is, also when the page’s time is over', async () => {
      const { checkout, ref } = await subscribed();
      await shop.payments.closeCheckout(checkout.ref);
      await shop.rig.advance(checkout.closesAt - shop.rig.now() + HOUR);
      expect(await shop.payments.readSubscriptionCheckout(checkout.ref)).toEqual({
        state: 'paid',
        subscriptionRef: ref,
      });
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'active', endsAt: undefined });
    });

    it('leaves it paid whatever becomes of the subscription: overdue, ended, or its month sent back', async () => {
      const [unpaid, returned, ended] = [await overdue(), await subscribed(), await subscribed()];
      await refunded(returned.ref);
      await shop.payments.endAtOnce(ended.ref);
      for (const { checkout, ref } of [unpaid, returned, ended])
        for (let time = 0; time < 2; time += 1) {
          const paid = { state: 'paid', subscriptionRef: ref };
          expect(await shop.payments.readSubscriptionCheckout(checkout.ref)).toEqual(paid);
          await shop.payments.closeCheckout(checkout.ref);
        }
    });

    it('and paying at the same moment end in one or the other, never in both', async () => {
      for (let round = 0; round < 10; round += 1) {
        const checkout = await open();
        const [landing] = await Promise.all([
          shop.rig.buyer.pay(checkout, BUYER),
          shop.payments.closeCheckout(checkout.ref),
        ]);
        const { state } = await shop.payments.readSubscriptionCheckout(checkout.ref);
        const { kept } = await moneyLeft(shop.rig, checkout);
        expect([state, kept]).toEqual(state === 'closed' ? ['closed', 0] : ['paid', 3900]);
        if (landing === undefined) expect(state).toBe('closed');
      }
    });
  });
};
