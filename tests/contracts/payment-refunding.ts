import { describe, expect, it } from 'vitest';

import { ProviderRefused } from '#application/ports/payment-provider.ts';

import { BUYER } from './payment-rig.ts';
import { possible } from './payments-in-use.ts';
import type { PurchasesInUse } from './payments-in-use.ts';

/** How collected money goes back. */
export const sendsMoneyBack = (shop: PurchasesInUse): void => {
  const { charges, paid, collected } = shop;

  describe('refunding', () => {
    it('sends collected money back once, however often it is asked', async () => {
      const { checkout, paymentRef } = await collected();
      expect(await Promise.all([1, 2, 3].map(() => shop.payments.refund(paymentRef)))).toEqual(
        Array(3).fill('refunded'),
      );
      expect(await shop.payments.refund(paymentRef)).toBe('refunded');
      expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
    });

    it('is not undone by collecting or releasing again', async () => {
      const { checkout, paymentRef } = await collected();
      await shop.payments.refund(paymentRef);
      await shop.payments.collect(paymentRef);
      await shop.payments.release(paymentRef);
      expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
    });

    it('is refused for money that was never taken', async (test) => {
      test.skip(charges(), 'this provider takes all money at once');
      const held = await paid();
      await expect(shop.payments.refund(held.paymentRef)).rejects.toThrow(ProviderRefused);
      await shop.payments.release(held.paymentRef);
      await expect(shop.payments.refund(held.paymentRef)).rejects.toThrow(ProviderRefused);
    });

    it('is seen whenever the checkout is read again, whoever has done it', async () => {
      const [ours, theirs] = [await collected(), await collected()];
      await shop.payments.refund(ours.paymentRef);
      await shop.rig.elsewhere.refund(theirs.checkout);
      for (const { checkout, paymentRef } of [ours, theirs])
        for (let time = 0; time < 2; time += 1)
          expect(await shop.payments.readPurchase(checkout.ref)).toEqual({
            state: 'refunded',
            how: 'refund',
            paymentRef,
            amount: 2250,
            email: BUYER,
          });
    });

    it('is not read as done while it is only asked for', async () => {
      const { checkout, paymentRef } = await collected();
      const answer = await shop.rig.payments.refund(paymentRef);
      const { state } = await shop.payments.readPurchase(checkout.ref);
      expect(state).toBe(answer === 'pending' ? 'collected' : 'refunded');
      await shop.payments.refund(paymentRef);
      expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: 'refunded', how: 'refund' });
    });

    it('of a part, made elsewhere, leaves it collected; then the rest is sent back', async (test) => {
      const refundPart = possible(test, shop.rig.elsewhere.refundPart);
      const { checkout, paymentRef } = await collected();
      await refundPart(checkout, 1000);
      expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: 'collected', amount: 2250 });
      expect(await shop.payments.refund(paymentRef)).toBe('refunded');
      expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: 'refunded', how: 'refund' });
      expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
    });

    it.for([
      ['asked for', false],
      ['done, and read as such', true],
    ] as const)(
      'that the bank did not take, once it was %s, is made again: until then the money is collected',
      async ([, isRead], test) => {
        const refundFails = possible(test, shop.rig.elsewhere.refundFails);
        const { checkout, paymentRef } = await collected();
        await (isRead ? shop.payments : shop.rig.payments).refund(paymentRef);
        if (isRead)
          expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: 'refunded', how: 'refund' });
        await refundFails(checkout);
        expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: 'collected' });
        expect(await shop.payments.refund(paymentRef)).toBe('refunded');
        expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
      },
    );

    it('of what was sent back elsewhere is done already', async () => {
      const { checkout, paymentRef } = await collected();
      await shop.rig.elsewhere.refund(checkout);
      expect(await shop.payments.refund(paymentRef)).toBe('refunded');
      expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
    });
  });
};
