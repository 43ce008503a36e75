import { describe, expect, it } from 'vitest';

import { DAY, HOUR } from '#domain/instant.ts';
import type { OpenedCheckout } from '#application/ports/payment-provider.ts';

import { BUYER, moneyLeft } from './payment-rig.ts';
import { possible } from './payments-in-use.ts';
import type { PurchasesInUse } from './payments-in-use.ts';

/** How a hosted page closes. */
export const closesPages = (shop: PurchasesInUse): void => {
  const { open, paidState, returnedState, paid } = shop;

  /** Where a page cannot be taken away, its buyer may still approve, without any effect; or pay, and get everything back. */
  const comesTooLate = async (checkout: OpenedCheckout): Promise<void> => {
    await shop.rig.buyer.pay(checkout, BUYER);
    for (let time = 0; time < 2; time += 1) {
      expect(await shop.payments.readPurchase(checkout.ref)).toEqual({ state: 'closed' });
      await shop.rig.settles?.();
    }
    expect(await moneyLeft(shop.rig, checkout)).toEqual({ held: 0, kept: 0 });
  };

  describe('closing', () => {
    it('ends an open page: nobody can pay there any more', async () => {
      const checkout = await open();
      await shop.payments.closeCheckout(checkout.ref);
      await shop.payments.closeCheckout(checkout.ref);
      expect(await shop.payments.readPurchase(checkout.ref)).toEqual({ state: 'closed' });
      await comesTooLate(checkout);
    });

    it('happens by itself when the time is over', async () => {
      const checkout = await open();
      await shop.rig.advance(checkout.closesAt - shop.rig.now() - 2_000);
      expect(await shop.payments.readPurchase(checkout.ref)).toEqual({ state: 'open' });
      await shop.rig.advance(2_000);
      expect(await shop.payments.readPurchase(checkout.ref)).toEqual({ state: 'closed' });
      await comesTooLate(checkout);
      await shop.payments.closeCheckout(checkout.ref);
      expect(await shop.payments.readPurchase(checkout.ref)).toEqual({ state: 'closed' });
    });

    it('is not told of a page in a state that nobody knows: it reads open, also a day after its time', async (test) => {
      const makeStrange = possible(test, shop.rig.pageBecomesStrange);
      const checkout = await open();
      await makeStrange(checkout.ref);
      expect(await shop.payments.readPurchase(checkout.ref)).toEqual({ state: 'open' });
      await shop.rig.advance(checkout.closesAt - shop.rig.now() + DAY);
      expect(await shop.payments.readPurchase(checkout.ref)).toEqual({ state: 'open' });
    });

    it('leaves what is paid, collected, sent back or released as it is', async () => {
      const { checkout, paymentRef } = await paid();
      await shop.payments.closeCheckout(checkout.ref);
      expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: paidState() });
      await shop.payments.collect(paymentRef);
      await shop.payments.closeCheckout(checkout.ref);
      expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: 'collected' });
      await shop.payments.refund(paymentRef);
      await shop.payments.closeCheckout(checkout.ref);
      expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: 'refunded' });
      const other = await paid();
      await shop.payments.release(other.paymentRef);
      await shop.payments.closeCheckout(other.checkout.ref);
      expect(await shop.payments.readPurchase(other.checkout.ref)).toMatchObject(returnedState());
    });

    it('and paying at the same moment end in one or the other, never in both', async () => {
      for (let round = 0; round < 10; round += 1) {
        const checkout = await open();
        const [landing] = await Promise.all([
          shop.rig.buyer.pay(checkout, BUYER),
          shop.payments.closeCheckout(checkout.ref),
        ]);
        const { state } = await shop.payments.readPurchase(checkout.ref);
        const { held, kept } = await moneyLeft(shop.rig, checkout);
        expect([state, held + kept]).toEqual(state === 'closed' ? ['closed', 0] : [paidState(), 2250]);
        if (landing === undefined) expect(state).toBe('closed');
      }
    });

    it('does not end money that is held or taken when the page’s time is over', async () => {
      const { checkout } = await paid();
      await shop.rig.advance(checkout.closesAt - shop.rig.now() + HOUR);
      expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: paidState() });
    });
  });
};
