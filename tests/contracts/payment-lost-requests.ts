import { describe, expect, it } from 'vitest';

import { closedMeanwhile } from './closed-meanwhile.ts';
import { LOSSES, beforeEachRequest, eachRequest, unlessTrouble } from './payment-line.ts';
import { BUYER, moneyLeft } from './payment-rig.ts';
import type { PurchasesInUse } from './payments-in-use.ts';

/** One request is lost, or its answer is, while all others succeed. */
export const losesNoRequest = (shop: PurchasesInUse): void => {
  const { wish, open, paid, paidState, paidMoney, returnedMoney, lineOf } = shop;

  describe.for(LOSSES)('whichever of its requests is lost (%s)', (bad) => {
    it('opens one page, which leads to the shop', async (test) => {
      const line = lineOf(test);
      await eachRequest(line, bad, async (spoil) => {
        const [same, pages] = [wish(), line.pages()];
        spoil();
        const tried = await unlessTrouble(bad, shop.payments.openPurchase(same));
        line.becomes('fine');
        const checkout = tried ?? (await shop.payments.openPurchase(same));
        expect(line.pages()).toBe(pages + 1);
        const landing = `http://localhost:3000/success?session_id=${checkout.ref}&lead=7`;
        expect(await shop.rig.buyer.pay(checkout, BUYER)).toBe(landing);
      });
    });

    it('finishes what the buyer began, once', async (test) => {
      const line = lineOf(test);
      await eachRequest(line, bad, async (spoil) => {
        const checkout = await open();
        await shop.rig.buyer.pay(checkout, BUYER);
        spoil();
        const tried = await unlessTrouble(bad, shop.payments.readPurchase(checkout.ref));
        expect(tried?.state ?? paidState()).toBe(paidState());
        line.becomes('fine');
        expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: paidState(), email: BUYER });
        expect(await shop.rig.money(checkout)).toEqual(paidMoney());
      });
    });

    it('takes the money once, and sends it back once', async (test) => {
      const line = lineOf(test);
      for (const last of ['collect', 'refund'] as const)
        await eachRequest(line, bad, async (spoil) => {
          const { checkout, paymentRef } = await paid();
          if (last === 'refund') await shop.payments.collect(paymentRef);
          spoil();
          const done = last === 'collect' ? 'collected' : 'refunded';
          expect((await unlessTrouble(bad, shop.payments[last](paymentRef))) ?? done).toBe(done);
          line.becomes('fine');
          expect(await shop.payments[last](paymentRef)).toBe(done);
          expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: done });
          expect(await shop.rig.money(checkout)).toEqual({
            held: 0,
            taken: 2250,
            givenBack: last === 'collect' ? 0 : 2250,
          });
        });
    });

    it('lets the money go once', async (test) => {
      const line = lineOf(test);
      await eachRequest(line, bad, async (spoil) => {
        const { checkout, paymentRef } = await paid();
        spoil();
        expect((await unlessTrouble(bad, shop.payments.release(paymentRef))) ?? 'released').toBe('released');
        line.becomes('fine');
        expect(await shop.payments.release(paymentRef)).toBe('released');
        expect(await shop.rig.money(checkout)).toEqual(returnedMoney());
      });
    });
  });

  it('finishes what the buyer began, or has closed the page, and never both when it is closed meanwhile', async (test) => {
    const line = lineOf(test);
    await beforeEachRequest(line, async (interrupt) => {
      const checkout = await open();
      const decided = await closedMeanwhile(
        {
          pay: () => shop.rig.buyer.pay(checkout, BUYER),
          close: () => shop.payments.closeCheckout(checkout.ref),
          state: async () => (await shop.payments.readPurchase(checkout.ref)).state,
        },
        interrupt,
      );
      expect(['closed', paidState()]).toContain(decided);
      const { held, kept } = await moneyLeft(shop.rig, checkout);
      expect(held + kept).toBe(decided === 'closed' ? 0 : 2250);
    });
  });
};
