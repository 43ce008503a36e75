import { describe, expect, it } from 'vitest';

import { REDIRECTS, openElsewhere } from './elsewhere.ts';
import { DEAF_LINES, expectTrouble, saysDone, unlessTrouble } from './payment-line.ts';
import { BUYER } from './payment-rig.ts';
import type { PurchasesInUse } from './payments-in-use.ts';

/** The effects that a failing line may have, and those that it may not. */
export const survivesBadLines = (shop: PurchasesInUse): void => {
  const { wish, open, charges, paidState, paidMoney, returnedMoney, paid, collected, lineOf } = shop;

  describe('on a bad line', () => {
    it.for(DEAF_LINES)('(%s) opens no page, and does so afterwards', async (bad, test) => {
      const line = lineOf(test);
      const same = wish({ email: BUYER });
      line.becomes(bad);
      await expectTrouble(bad, shop.payments.openPurchase(same));
      expect(line.pages()).toBe(0);
      line.becomes('fine');
      const { ref } = await shop.payments.openPurchase(same);
      expect(await shop.payments.readPurchase(ref)).toEqual({ state: 'open' });
    });

    it('(redirected) follows nobody: nobody else gets the key', async (test) => {
      const line = lineOf(test);
      const { ref } = await open();
      const elsewhere = await openElsewhere();
      test.onTestFinished(elsewhere.close);
      for (const status of REDIRECTS) {
        line.redirects(status, elsewhere.url);
        await expectTrouble('redirected', shop.payments.openPurchase(wish()));
        await expectTrouble('redirected', shop.payments.readPurchase(ref));
        expect(elsewhere.visits(), `a request followed the ${status}`).toBe(0);
      }
    });

    it.for(DEAF_LINES)('(%s) knows and closes a page, or says that it cannot', async (bad, test) => {
      const line = lineOf(test);
      const { ref } = await open();
      const origin = await shop.payments.readOrigin({ kind: 'checkout', ref });
      line.becomes(bad);
      const told = await unlessTrouble(bad, shop.payments.readOrigin({ kind: 'checkout', ref }));
      expect(told ?? origin).toEqual(origin);
      const reading = await unlessTrouble(bad, shop.payments.readPurchase(ref));
      expect(reading?.state ?? 'open').toBe('open');
      const isClosed = await saysDone(bad, shop.payments.closeCheckout(ref));
      line.becomes('fine');
      expect(await shop.payments.readPurchase(ref)).toEqual({ state: isClosed ? 'closed' : 'open' });
      await shop.payments.closeCheckout(ref);
      expect(await shop.payments.readPurchase(ref)).toEqual({ state: 'closed' });
    });

    it.for(DEAF_LINES)('(%s) moves no money, and does so afterwards', async (bad, test) => {
      const line = lineOf(test);
      const { checkout, paymentRef } = await paid();
      line.becomes(bad);
      // A provider that charges at once may answer without a request.
      if (!charges()) await expectTrouble(bad, shop.payments.collect(paymentRef));
      await expectTrouble(bad, shop.payments.release(paymentRef));
      expect(await shop.rig.money(checkout)).toEqual(paidMoney());
      line.becomes('fine');
      expect(await shop.payments.collect(paymentRef)).toBe('collected');
      line.becomes(bad);
      await expectTrouble(bad, shop.payments.refund(paymentRef));
      expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack: 0 });
      line.becomes('fine');
      expect(await shop.payments.refund(paymentRef)).toBe('refunded');
    });

    it.for([...DEAF_LINES, 'answers lost'] as const)(
      '(%s) between the payment and its first reading loses nothing: it is read, or not yet',
      async (bad, test) => {
        const line = lineOf(test);
        const checkout = await open();
        await shop.rig.buyer.pay(checkout, BUYER);
        line.becomes(bad);
        for (let time = 0; time < 2; time += 1) {
          const reading = await unlessTrouble(bad, shop.payments.readPurchase(checkout.ref));
          expect(reading?.state ?? paidState()).toBe(paidState());
        }
        line.becomes('fine');
        expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: paidState(), email: BUYER });
        expect(await shop.rig.money(checkout)).toEqual(paidMoney());
      },
    );

    it.for(DEAF_LINES)('(%s) reads what a notification is about, or says that it cannot', async (bad, test) => {
      const line = lineOf(test);
      await shop.rig.elsewhere.refund((await collected()).checkout);
      const told = await shop.rig.notifications();
      const abouts = await Promise.all(told.map(async (raw) => (await shop.payments.readNotification(raw)).about));
      line.becomes(bad);
      for (const [at, raw] of told.entries()) {
        const read = await unlessTrouble(bad, shop.payments.readNotification(raw));
        expect(read?.about ?? abouts[at]).toEqual(abouts[at]);
      }
    });

    it('(answers lost) opens one page, however often it is asked', async (test) => {
      const line = lineOf(test);
      const same = wish({ email: BUYER });
      line.becomes('answers lost');
      for (let time = 0; time < 2; time += 1) await unlessTrouble('answers lost', shop.payments.openPurchase(same));
      line.becomes('fine');
      const checkout = await shop.payments.openPurchase(same);
      expect(line.pages()).toBe(1);
      expect(await shop.rig.buyer.pay(checkout, BUYER)).toBeDefined();
      expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: paidState() });
      expect(await shop.rig.money(checkout)).toEqual(paidMoney());
    });

    it('(answers lost) has closed the page, and the next asking finds it closed', async (test) => {
      const line = lineOf(test);
      const checkout = await open();
      line.becomes('answers lost');
      await unlessTrouble('answers lost', shop.payments.closeCheckout(checkout.ref));
      line.becomes('fine');
      await shop.payments.closeCheckout(checkout.ref);
      expect(await shop.payments.readPurchase(checkout.ref)).toEqual({ state: 'closed' });
      expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 0, givenBack: 0 });
    });

    it('(answers lost) takes money once, and sends it back once', async (test) => {
      const line = lineOf(test);
      const { checkout, paymentRef } = await paid();
      for (const [ask, done] of [['collect', 'collected'] as const, ['refund', 'refunded'] as const]) {
        line.becomes('answers lost');
        expect((await unlessTrouble('answers lost', shop.payments[ask](paymentRef))) ?? done).toBe(done);
        line.becomes('fine');
        expect(await shop.payments[ask](paymentRef)).toBe(done);
        const givenBack = ask === 'refund' ? 2250 : 0;
        expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 2250, givenBack });
      }
    });

    it('(answers lost) lets money go once', async (test) => {
      const line = lineOf(test);
      const { checkout, paymentRef } = await paid();
      line.becomes('answers lost');
      const released = await unlessTrouble('answers lost', shop.payments.release(paymentRef));
      expect(released ?? 'released').toBe('released');
      line.becomes('fine');
      expect(await shop.payments.release(paymentRef)).toBe('released');
      expect(await shop.rig.money(checkout)).toEqual(returnedMoney());
    });
  });
};
