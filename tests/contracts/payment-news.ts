import { describe, expect, it } from 'vitest';

import type { OpenedCheckout } from '#application/ports/payment-provider.ts';
import type { RawNotification } from '#application/ports/provider-notification.ts';

import type { PaymentRig } from './payment-rig.ts';
import { possible } from './payments-in-use.ts';
import type { PurchasesInUse } from './payments-in-use.ts';

/** The shop is notified of what others do with collected money. */
export const tellsOfMoney = (shop: PurchasesInUse): void => {
  const { collected } = shop;

  describe('notifications of collected money', () => {
    const idOf = async (raw: RawNotification) => (await shop.payments.readNotification(raw)).id;

    /** Whether an event of a collected payment is notified, by its checkout and with an id of its own. */
    const isToldOf = async (checkout: OpenedCheckout, happen: PaymentRig['elsewhere']['refund']): Promise<boolean> => {
      const before = [...(await shop.rig.notifications())];
      const ids = await Promise.all(before.map(idOf));
      await happen(checkout);
      const news = (await shop.rig.notifications()).slice(before.length);
      const read = await Promise.all(news.map((raw) => shop.payments.readNotification(raw)));
      return (
        read.some(({ about }) => about.kind === 'checkout' && about.ref === checkout.ref) &&
        !read.some(({ id }) => ids.includes(id))
      );
    };

    it('tell of a refund and of a dispute', async () => {
      const { refund, dispute } = shop.rig.elsewhere;
      for (const happen of [refund, dispute]) expect(await isToldOf((await collected()).checkout, happen)).toBe(true);
    });

    it('tell of a refund that the bank did not take', async (test) => {
      const refundFails = possible(test, shop.rig.elsewhere.refundFails);
      const { checkout, paymentRef } = await collected();
      await shop.payments.refund(paymentRef);
      expect(await isToldOf(checkout, refundFails)).toBe(true);
    });

    it('tell of the second dispute of a payment as of the first, under another id, and keep it when they come again', async (test) => {
      test.skip(shop.rig.unsigned !== undefined, shop.rig.unsigned);
      const { dispute } = shop.rig.elsewhere;
      const disputeIsWon = possible(test, shop.rig.elsewhere.disputeIsWon);
      const { checkout } = await collected();
      for (const happen of [dispute, disputeIsWon, dispute, disputeIsWon])
        expect(await isToldOf(checkout, happen)).toBe(true);
      const all = await shop.rig.notifications();
      const ids = () => Promise.all(all.map(idOf));
      const told = await ids();
      expect(new Set(told).size).toBe(all.length);
      expect(await ids()).toEqual(told);
    });

    it('tell of a dispute that was won', async (test) => {
      const disputeIsWon = possible(test, shop.rig.elsewhere.disputeIsWon);
      const { checkout } = await collected();
      await shop.rig.elsewhere.dispute(checkout);
      expect(await isToldOf(checkout, disputeIsWon)).toBe(true);
    });
  });
};
