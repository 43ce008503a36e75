import { describe, expect, it } from 'vitest';

import { BUYER, moneyLeft } from './payment-rig.ts';
import type { PurchasesInUse } from './payments-in-use.ts';

/** Any process of the shop may ask the provider, also after a restart. */
export const knowsTheSameBeside = (shop: PurchasesInUse): void => {
  const { wish, open, paid, paidState, paidMoney, returnedState, returnedMoney } = shop;

  describe('in every process of the shop, and after a restart', () => {
    it('is known what was opened, and what was read of a notification', async () => {
      const other = shop.beside();
      const same = wish();
      const checkout = await shop.payments.openPurchase(same);
      for (const each of [other, shop.beside()]) {
        expect(await each.readPurchase(checkout.ref)).toEqual({ state: 'open' });
        expect((await each.openPurchase(same)).ref).toBe(checkout.ref);
      }
      await shop.rig.buyer.pay(checkout, BUYER);
      for (const raw of await shop.rig.notifications()) await shop.payments.readNotification(raw);
      const all = [other, shop.beside(), shop.payments];
      const readings = await Promise.all(all.map((each) => each.readPurchase(checkout.ref)));
      expect(readings[0]).toMatchObject({ state: paidState(), amount: 2250, email: BUYER });
      for (const reading of readings) expect(reading).toEqual(readings[0]);
      const origins = await Promise.all(all.map((each) => each.readOrigin({ kind: 'checkout', ref: checkout.ref })));
      for (const origin of origins) expect(origin).toEqual(origins[0]);
      expect(await shop.rig.money(checkout)).toEqual(paidMoney());
    });

    it('is known what was collected, sent back or let go', async () => {
      const other = shop.beside();
      const { checkout, paymentRef } = await paid();
      await shop.payments.collect(paymentRef);
      for (const each of [other, shop.beside()]) {
        expect(await each.readPurchase(checkout.ref)).toMatchObject({ state: 'collected' });
        expect(await each.collect(paymentRef)).toBe('collected');
      }
      await other.refund(paymentRef);
      for (const each of [shop.payments, shop.beside()]) {
        expect(await each.readPurchase(checkout.ref)).toMatchObject({ state: 'refunded', how: 'refund' });
        expect(await each.refund(paymentRef)).toBe('refunded');
      }
      expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
      const second = await paid();
      await other.release(second.paymentRef);
      for (const each of [shop.payments, shop.beside()])
        expect(await each.readPurchase(second.checkout.ref)).toMatchObject(returnedState());
      expect(await shop.rig.money(second.checkout)).toEqual(returnedMoney());
    });

    it('is known which page was closed: nobody can pay there any more', async () => {
      const other = shop.beside();
      const checkout = await open();
      await shop.payments.closeCheckout(checkout.ref);
      await shop.rig.buyer.pay(checkout, BUYER);
      for (const each of [other, shop.beside(), shop.payments])
        expect(await each.readPurchase(checkout.ref)).toEqual({ state: 'closed' });
      expect(await moneyLeft(shop.rig, checkout)).toEqual({ held: 0, kept: 0 });
    });

    it('is known what was finished before its page was closed', async () => {
      const { checkout } = await paid();
      await shop.beside().closeCheckout(checkout.ref);
      for (const each of [shop.payments, shop.beside()])
        expect(await each.readPurchase(checkout.ref)).toMatchObject({ state: paidState() });
      expect(await shop.rig.money(checkout)).toEqual(paidMoney());
    });
  });
};
