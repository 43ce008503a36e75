import { describe, expect, it } from 'vitest';

import { DAY } from '#domain/instant.ts';

import { BUYER, RARE_ADDRESSES, REFERENCE } from './payment-rig.ts';
import { possible } from './payments-in-use.ts';
import type { PurchasesInUse } from './payments-in-use.ts';

/** What a buyer does at the hosted page. */
export const takesPayments = (shop: PurchasesInUse): void => {
  const { open, paidState, paidMoney, paid } = shop;

  describe('paying', () => {
    it('holds the money and takes none, or takes it where the provider charges at once', async () => {
      const { checkout, paymentRef } = await paid();
      expect(paymentRef).toMatch(REFERENCE);
      expect(await shop.payments.readPurchase(checkout.ref)).toEqual({
        state: paidState(),
        paymentRef,
        amount: 2250,
        email: BUYER,
      });
      expect(await shop.rig.money(checkout)).toEqual(paidMoney());
    });

    it('holds and takes the very amount, to the cent, and tells it', async () => {
      for (const amount of [1999, 10_005, 123_456, 9_999_999]) {
        const checkout = await open({ amount });
        await shop.rig.buyer.pay(checkout, BUYER);
        const reading = await shop.payments.readPurchase(checkout.ref);
        expect(reading).toMatchObject({ state: paidState(), amount });
        expect(await shop.rig.money(checkout)).toEqual(paidMoney(amount));
        await shop.payments.collect('paymentRef' in reading ? reading.paymentRef : '');
        expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: 'collected', amount });
        expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: amount, givenBack: 0 });
      }
    });

    it('tells the amount that was paid, where that is not the one that was asked for', async (test) => {
      const payAnother = possible(test, shop.rig.buyer.payAnother);
      const checkout = await open({ amount: 2250 });
      await payAnother(checkout, BUYER, 1800);
      expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: paidState(), amount: 1800 });
      expect(await shop.rig.money(checkout)).toEqual(paidMoney(1800));
    });

    it('sends the browser to the shop with the reference of the checkout, wherever the shop has asked for it', async () => {
      const checkout = await open({
        successUrl: 'http://localhost:3000/success?session_id={ref}&again={ref}&lead=7',
      });
      const { ref } = checkout;
      const landing = await shop.rig.buyer.pay(checkout, BUYER);
      expect(landing).toBe(`http://localhost:3000/success?session_id=${ref}&again=${ref}&lead=7`);
    });

    it('tells the address of the hosted page: the one that the buyer gave, where a prefilled one can be changed', async () => {
      const checkout = await open({ email: 'prefilled@example.com' });
      await shop.rig.buyer.pay(checkout, 'other@example.com');
      const email = shop.rig.keepsPrefilledEmail === true ? 'prefilled@example.com' : 'other@example.com';
      expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ email });
    });

    it('tells the address as its buyer gave it', async () => {
      for (const email of [...RARE_ADDRESSES, 'Dana.Reyes@Example.COM']) {
        const checkout = await open();
        await shop.rig.buyer.pay(checkout, email);
        expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: paidState(), email });
      }
    });

    it('reads the same thing each time', async () => {
      const { checkout } = await paid();
      const readings = await Promise.all([1, 2, 3].map(() => shop.payments.readPurchase(checkout.ref)));
      expect(new Set(readings.map((reading) => JSON.stringify(reading))).size).toBe(1);
    });

    it('holds or takes the money once when the buyer pays twice', async () => {
      const checkout = await open();
      await Promise.all([shop.rig.buyer.pay(checkout, BUYER), shop.rig.buyer.pay(checkout, BUYER)]);
      await Promise.all([shop.payments.readPurchase(checkout.ref), shop.payments.readPurchase(checkout.ref)]);
      expect(await shop.rig.money(checkout)).toEqual(paidMoney());
    });

    it('stays open after a declined card, and can be paid then', async () => {
      const checkout = await open();
      await shop.rig.buyer.decline(checkout, BUYER);
      expect(await shop.payments.readPurchase(checkout.ref)).toEqual({ state: 'open' });
      expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 0, givenBack: 0 });
      expect(await shop.rig.buyer.pay(checkout, BUYER)).toBeDefined();
      expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: paidState() });
    });

    it('stays open when the buyer goes back to the shop, and can be paid then', async () => {
      const checkout = await open();
      await shop.rig.buyer.goBack(checkout);
      expect(await shop.payments.readPurchase(checkout.ref)).toEqual({ state: 'open' });
      expect(await shop.rig.buyer.pay(checkout, BUYER)).toBeDefined();
    });

    it('completes an order of nothing as free, with an address and no payment, where it hosts that', async (test) => {
      test.skip(!shop.payments.profile.hostsFreeCheckout, 'this provider cannot show a total of nothing');
      const checkout = await open({ amount: 0 });
      expect(await shop.payments.readPurchase(checkout.ref)).toEqual({ state: 'open' });
      expect(await shop.rig.buyer.pay(checkout, BUYER)).toBeDefined();
      expect(await shop.payments.readPurchase(checkout.ref)).toEqual({ state: 'free', email: BUYER });
      expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 0, givenBack: 0 });
      await shop.payments.closeCheckout(checkout.ref);
      await shop.rig.advance(checkout.closesAt - shop.rig.now() + DAY);
      expect(await shop.payments.readPurchase(checkout.ref)).toEqual({ state: 'free', email: BUYER });
    });
  });
};
