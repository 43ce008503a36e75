import { describe, expect, it } from 'vitest';

import type { SubscriptionsInUse } from './subscriptions-in-use.ts';

/** What the provider sends about subscriptions. */
export const readsSubscriptionNotifications = (shop: SubscriptionsInUse): void => {
  const { open, subscribed } = shop;

  describe('notifications', () => {
    const told = async () =>
      (await Promise.all((await shop.rig.notifications()).map((raw) => shop.payments.readNotification(raw)))).map(
        ({ about }) => about,
      );
    /** What was told because of `act`. */
    const toldOf = async (act: () => Promise<unknown>) => {
      const before = (await told()).length;
      await act();
      return (await told()).slice(before);
    };

    it('tell of a paid checkout', async () => {
      const { checkout } = await subscribed();
      expect(await told()).toContainEqual({ kind: 'checkout', ref: checkout.ref });
    });

    it('tell of a closed checkout', async (test) => {
      test.skip(shop.rig.silentOnClosing !== undefined, shop.rig.silentOnClosing);
      const other = await open();
      expect(await toldOf(() => shop.payments.closeCheckout(other.ref))).toContainEqual({
        kind: 'checkout',
        ref: other.ref,
      });
    });

    it('tell of a subscription that renews, is not paid, is about to end, goes on, or ends', async () => {
      const { ref } = await subscribed();
      const scheduled = [() => shop.payments.endAfterPaidPeriod(ref), () => shop.payments.keepGoing(ref)];
      const steps = [
        () => shop.rig.renewal.paid(ref),
        ...(shop.rig.endsAtOnce === undefined ? scheduled : []),
        () => shop.rig.renewal.failed(ref),
        () => shop.payments.endAtOnce(ref),
      ];
      for (const step of steps) expect(await toldOf(step)).toContainEqual({ kind: 'subscription', ref });
    });

    it('tell of one whose payment went back, or is disputed', async () => {
      const { paymentElsewhere: elsewhere } = shop.rig;
      const bank = 'none' in elsewhere ? [] : [elsewhere.inquire, elsewhere.dispute, elsewhere.disputeIsWon];
      for (const steps of [[shop.payments.refund], bank]) {
        const { ref } = await subscribed();
        const { paymentRef = '' } = await shop.payments.readSubscription(ref);
        for (const step of steps)
          expect(await toldOf(() => step(paymentRef))).toContainEqual({ kind: 'subscription', ref });
      }
    });
  });
};
