import { describe, expect, it } from 'vitest';

import { DAY } from '#domain/instant.ts';
import { DEAF_LINES, expectTrouble, saysDone, unlessTrouble } from './payment-line.ts';
import { BUYER } from './payment-rig.ts';
import type { SubscriptionsInUse } from './subscriptions-in-use.ts';

/** The effects that a failing line may have on a subscription, and those that it may not. */
export const survivesBadLinesByTheMonth = (shop: SubscriptionsInUse): void => {
  const { wish, open, subscribed, lineOf } = shop;

  describe('on a bad line', () => {
    it.for(DEAF_LINES)('(%s) begins nothing, and reads and ends what it can', async (bad, test) => {
      const line = lineOf(test);
      const { checkout, ref } = await subscribed();
      const asks = [
        () => shop.payments.readOrigin({ kind: 'subscription', ref }),
        () => shop.payments.readSubscriptionCheckout(checkout.ref),
        () => shop.payments.readSubscription(ref),
        () => shop.payments.keepGoing(ref),
      ];
      for (const ask of asks) {
        line.becomes('fine');
        const answer = await ask();
        line.becomes(bad);
        expect((await unlessTrouble<unknown>(bad, ask())) ?? answer).toEqual(answer);
      }
      await expectTrouble(bad, open());
      expect(line.pages()).toBe(1);
      let isEnding = false;
      for (const end of ['endAfterPaidPeriod', 'endAtOnce'] as const) {
        line.becomes(bad);
        if (await saysDone(bad, shop.payments[end](ref))) isEnding = true;
        line.becomes('fine');
        const { status, endsAt } = await shop.payments.readSubscription(ref);
        expect(endsAt !== undefined || status === 'ended').toBe(isEnding);
      }
    });

    it.for([...DEAF_LINES, 'answers lost'] as const)(
      '(%s) between the payment and its first reading loses nothing: it has begun, or not yet',
      async (bad, test) => {
        const line = lineOf(test);
        const checkout = await open();
        await shop.rig.buyer.pay(checkout, BUYER);
        line.becomes(bad);
        for (let time = 0; time < 2; time += 1) {
          const reading = await unlessTrouble(bad, shop.payments.readSubscriptionCheckout(checkout.ref));
          expect(reading?.state ?? 'paid').toBe('paid');
        }
        line.becomes('fine');
        expect(await shop.payments.readSubscriptionCheckout(checkout.ref)).toMatchObject({ state: 'paid' });
        expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 3900, givenBack: 0 });
      },
    );

    it('(answers lost) opens one page for one customer, however often it is asked', async (test) => {
      const line = lineOf(test);
      const same = wish();
      line.becomes('answers lost');
      for (let time = 0; time < 2; time += 1) await unlessTrouble('answers lost', shop.payments.openSubscription(same));
      line.becomes('fine');
      const checkout = await shop.payments.openSubscription(same);
      expect(line.pages()).toBe(1);
      await shop.rig.buyer.pay(checkout, BUYER);
      const reading = await shop.payments.readSubscriptionCheckout(checkout.ref);
      if (reading.state !== 'paid') throw new Error(`the checkout is ${reading.state}`);
      const { payerRef } = await shop.payments.readSubscription(reading.subscriptionRef);
      const again = await subscribed({ payer: same.payer });
      expect((await shop.payments.readSubscription(again.ref)).payerRef).toBe(payerRef);
    });

    it('(answers lost) ends it, goes on with it and sends back as asked, once', async (test) => {
      const line = lineOf(test);
      const { ref } = await subscribed();
      const { paymentRef = '' } = await shop.payments.readSubscription(ref);
      const twice = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
        line.becomes('answers lost');
        await unlessTrouble('answers lost', ask());
        line.becomes('fine');
        return ask();
      };
      if (shop.rig.endsAtOnce === undefined) {
        await twice(() => shop.payments.endAfterPaidPeriod(ref));
        expect((await shop.payments.readSubscription(ref)).endsAt).toBeDefined();
        expect(await twice(() => shop.payments.keepGoing(ref))).toBe('going');
        expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'active', endsAt: undefined });
      }
      await twice(() => shop.payments.endAtOnce(ref));
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'ended' });
      expect(await twice(() => shop.payments.refund(paymentRef))).toBe('refunded');
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 3900 });
    });

    it('(answers lost) ends an unpaid one so that nothing of it is owed, once that is answered', async (test) => {
      const line = lineOf(test);
      for (const state of ['overdue', 'uncharged'] as const) {
        const { ref } = await shop[state](test);
        line.becomes('answers lost');
        for (let time = 0; time < 3; time += 1) await unlessTrouble('answers lost', shop.payments.endAtOnce(ref));
        line.becomes('fine');
        await shop.payments.endAtOnce(ref);
        await shop.rig.renewal.paid(ref);
        await shop.rig.advance(DAY);
        expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'ended' });
        expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
      }
    });
  });
};
