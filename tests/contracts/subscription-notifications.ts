import { describe, expect, it } from 'vitest';

import type { RawNotification } from '#application/ports/provider-notification.ts';

import type { SubscriptionsInUse } from './subscriptions-in-use.ts';

/** What the provider sends about subscriptions. */
export const readsSubscriptionNotifications = (shop: SubscriptionsInUse): void => {
  const { open, subscribed } = shop;

  describe('notifications', () => {
    const told = async () =>
      (await Promise.all((await shop.rig.notifications()).map((raw) => shop.payments.readNotification(raw)))).map(
        ({ about }) => about,
      );
    const idOf = async (raw: RawNotification) => (await shop.payments.readNotification(raw)).id;
    /** The notifications that `act` causes. */
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

    it('have an id of their own, also where the same happens again to one, and keep it when they come again', async () => {
      const { ref } = await subscribed();
      // Without a signature the event may have no id: it is then made of the object and its present state.
      const isSigned = shop.rig.unsigned === undefined;
      const { endAfterPaidPeriod, keepGoing, endAtOnce } = shop.payments;
      const again = [endAfterPaidPeriod, keepGoing, endAfterPaidPeriod, keepGoing];
      const seen = new Set<string>();
      let count = 0;
      const look = async (): Promise<void> => {
        const news = (await shop.rig.notifications()).slice(count);
        const ids = await Promise.all(news.map(idOf));
        expect(await Promise.all(news.map(idOf))).toEqual(ids);
        expect(ids.filter((id) => seen.has(id))).toEqual([]);
        if (isSigned) expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) seen.add(id);
        count += news.length;
      };
      await look();
      const months = [shop.rig.renewal.paid, shop.rig.renewal.paid];
      for (const step of [...months, ...(isSigned && shop.rig.endsAtOnce === undefined ? again : []), endAtOnce]) {
        await step(ref);
        await look();
      }
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
