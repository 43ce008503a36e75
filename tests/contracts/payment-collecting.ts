import { describe, expect, it } from 'vitest';

import { DAY } from '#domain/instant.ts';

import { BUYER } from './payment-rig.ts';
import { possible } from './payments-in-use.ts';
import type { PurchasesInUse } from './payments-in-use.ts';

/** What becomes of the money that a buyer gave. */
export const collectsMoney = (shop: PurchasesInUse): void => {
  const { charges, returnedState, returnedMoney, paid } = shop;

  describe('collecting and releasing', () => {
    it('takes held money once, however often it is asked', async () => {
      const { checkout, paymentRef } = await paid();
      expect(await Promise.all([1, 2, 3].map(() => shop.payments.collect(paymentRef)))).toEqual(
        Array(3).fill('collected'),
      );
      expect(await shop.payments.collect(paymentRef)).toBe('collected');
      expect(await shop.payments.readPurchase(checkout.ref)).toEqual({
        state: 'collected',
        paymentRef,
        amount: 2250,
        email: BUYER,
      });
      expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 0 });
    });

    it('lets held money go once, or sends it back once where it was charged, however often it is asked', async () => {
      const { checkout, paymentRef } = await paid();
      expect(await Promise.all([1, 2, 3].map(() => shop.payments.release(paymentRef)))).toEqual(
        Array(3).fill('released'),
      );
      expect(await shop.payments.release(paymentRef)).toBe('released');
      expect(await shop.payments.readPurchase(checkout.ref)).toEqual({
        ...returnedState(),
        paymentRef,
        amount: 2250,
        email: BUYER,
      });
      expect(await shop.rig.money(checkout)).toEqual(returnedMoney());
    });

    it('cannot collect what was released', async () => {
      const { checkout, paymentRef } = await paid();
      await shop.payments.release(paymentRef);
      expect(await shop.payments.collect(paymentRef)).toBe('lapsed');
      expect(await shop.rig.money(checkout)).toEqual(returnedMoney());
    });

    it('cannot release what was collected', async (test) => {
      test.skip(charges(), 'a release by this provider is a full refund');
      const { checkout, paymentRef } = await paid();
      await shop.payments.collect(paymentRef);
      expect(await shop.payments.release(paymentRef)).toBe('already-collected');
      expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: 'collected' });
      expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 0 });
    });

    it('does one of the two when both are asked at once, and answers both truly', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { checkout, paymentRef } = await paid();
        const answers = await Promise.all([shop.payments.collect(paymentRef), shop.payments.release(paymentRef)]);
        const { taken, givenBack } = await shop.rig.money(checkout);
        if (charges()) expect([answers[1], taken - givenBack]).toEqual(['released', 0]);
        else
          expect([answers, taken]).toEqual(
            answers[0] === 'collected' ? [['collected', 'already-collected'], 2250] : [['lapsed', 'released'], 0],
          );
      }
    });

    it('answers that an authorisation which was held too long has lapsed; the money is with the buyer', async (test) => {
      test.skip(charges(), 'this provider holds no money');
      const { heldFor = 0 } = shop.rig;
      const { checkout, paymentRef } = await paid();
      await shop.rig.advance(heldFor - DAY);
      expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: 'authorised' });
      await shop.rig.advance(2 * DAY);
      expect(await shop.payments.collect(paymentRef)).toBe('lapsed');
      expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: 'released' });
      expect(await shop.payments.release(paymentRef)).toBe('released');
      expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 0, givenBack: 0 });
    });

    it('sends back what was charged and collected', async (test) => {
      test.skip(!charges(), 'this provider authorises first: a refund is asked for by its name');
      const { checkout, paymentRef } = await paid();
      expect(await shop.payments.collect(paymentRef)).toBe('collected');
      expect(await shop.payments.release(paymentRef)).toBe('released');
      expect(await shop.payments.refund(paymentRef)).toBe('refunded');
      expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 2250 });
    });

    it('reads as done what is done, and not what was only asked for', async (test) => {
      test.skip(charges(), 'this provider collects with the payment, and a refund has a case of its own');
      for (const ask of [shop.rig.payments.collect, shop.rig.payments.release]) {
        const { checkout, paymentRef } = await paid();
        const answer = await ask(paymentRef);
        const { state } = await shop.payments.readPurchase(checkout.ref);
        expect(answer === 'pending' ? ['authorised', 'open'] : [answer]).toContain(state);
      }
    });

    it('waits for a payment in a state that nobody knows: it is not taken for paid, nor for lost', async (test) => {
      const makeStrange = possible(test, shop.rig.becomesStrange);
      const { checkout, paymentRef } = await paid();
      await makeStrange(checkout.ref);
      expect(await shop.payments.readPurchase(checkout.ref)).toEqual({ state: 'open' });
      for (const ask of [shop.rig.payments.collect, shop.rig.payments.release])
        expect(await ask(paymentRef)).toBe('pending');
      // Nor is it nothing once the page is over: somebody has paid there, and a purchase that reads `closed` is never read again.
      await shop.rig.advance(checkout.closesAt - shop.rig.now() + DAY);
      expect(await shop.payments.readPurchase(checkout.ref)).toEqual({ state: 'open' });
    });

    it('keeps what was collected, however much time goes by', async () => {
      const { checkout, paymentRef } = await paid();
      await shop.payments.collect(paymentRef);
      await shop.rig.advance(30 * DAY);
      expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: 'collected' });
      expect(await shop.payments.collect(paymentRef)).toBe('collected');
    });
  });
};
