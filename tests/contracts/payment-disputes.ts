import { describe, expect, it } from 'vitest';

import { ProviderRefused } from '#application/ports/payment-provider.ts';

import { BUYER } from './payment-rig.ts';
import { possible } from './payments-in-use.ts';
import type { PurchasesInUse } from './payments-in-use.ts';

/** What buyers' banks do with collected money. */
export const standsDisputes = (shop: PurchasesInUse): void => {
  const { collected } = shop;

  describe('a disputed payment', () => {
    it('reads as money that went back', async () => {
      const { checkout, paymentRef } = await collected();
      await shop.rig.elsewhere.dispute(checkout);
      for (let time = 0; time < 2; time += 1)
        expect(await shop.payments.readPurchase(checkout.ref)).toEqual({
          state: 'refunded',
          how: 'dispute',
          paymentRef,
          amount: 2250,
          email: BUYER,
        });
      expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
    });

    it('is not sent back a second time, whatever is asked', async () => {
      const { checkout, paymentRef } = await collected();
      await shop.rig.elsewhere.dispute(checkout);
      await shop.payments.collect(paymentRef);
      await shop.payments.release(paymentRef);
      await expect(shop.payments.refund(paymentRef)).rejects.toThrow(ProviderRefused);
      expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
    });

    it('is with the shop again once that has won, and gone for good once it has lost', async (test) => {
      const { elsewhere } = shop.rig;
      const [won, lost] = [await collected(), await collected()];
      for (const { checkout } of [won, lost]) {
        await elsewhere.dispute(checkout);
        // Money that reads as gone may still come back: the adapter asks again.
        expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: 'refunded', how: 'dispute' });
      }
      await possible(test, elsewhere.disputeIsWon)(won.checkout);
      expect(await shop.payments.readPurchase(won.checkout.ref)).toEqual({
        state: 'collected',
        paymentRef: won.paymentRef,
        amount: 2250,
        email: BUYER,
      });
      expect(await shop.rig.money(won.checkout)).toEqual({ held: 0, taken: 2250, givenBack: 0 });
      await possible(test, elsewhere.disputeIsLost)(lost.checkout);
      expect(await shop.payments.readPurchase(lost.checkout.ref)).toMatchObject({ state: 'refunded', how: 'dispute' });
      expect(await shop.rig.money(lost.checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
    });
  });

  describe('a payment that the bank only asks about', () => {
    it('is collected, then and afterwards', async (test) => {
      const { checkout } = await collected();
      await possible(test, shop.rig.elsewhere.inquire)(checkout);
      expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: 'collected', amount: 2250 });
      await possible(test, shop.rig.elsewhere.disputeIsLost)(checkout);
      expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: 'collected', amount: 2250 });
      expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 0 });
    });

    it('can be sent back', async (test) => {
      const { checkout, paymentRef } = await collected();
      await possible(test, shop.rig.elsewhere.inquire)(checkout);
      expect(await shop.payments.refund(paymentRef)).toBe('refunded');
      expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: 'refunded', how: 'refund' });
      expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
    });

    it('has gone back once that becomes a dispute', async (test) => {
      const { checkout } = await collected();
      await possible(test, shop.rig.elsewhere.inquire)(checkout);
      await shop.rig.elsewhere.dispute(checkout);
      expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: 'refunded', how: 'dispute' });
      expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
    });
  });
};
