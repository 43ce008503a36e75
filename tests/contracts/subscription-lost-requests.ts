import { describe, expect, it } from 'vitest';

import { DAY } from '#domain/instant.ts';

import { closedMeanwhile } from './closed-meanwhile.ts';
import { LOSSES, beforeEachRequest, eachRequest, saysDone, unlessTrouble } from './payment-line.ts';
import { BUYER, idOf, moneyLeft } from './payment-rig.ts';
import type { SubscriptionsInUse } from './subscriptions-in-use.ts';

/** One request is lost, or its answer is, while all others succeed. */
export const losesNoRequestByTheMonth = (shop: SubscriptionsInUse): void => {
  const { wish, open, subscribed, lineOf } = shop;

  describe.for(LOSSES)('whichever of its requests is lost (%s)', (bad) => {
    it('opens one page for the customer whom it knows, which leads to the shop', async (test) => {
      const line = lineOf(test);
      const payer = { id: idOf('known account'), email: BUYER, ref: undefined };
      const { payerRef } = await shop.payments.readSubscription((await subscribed({ payer })).ref);
      for (const ref of [undefined, payerRef])
        await eachRequest(line, bad, async (spoil) => {
          // So late that no provider remembers its idempotency keys.
          await shop.rig.advance(2 * DAY);
          const [same, pages] = [wish({ payer: { ...payer, ref } }), line.pages()];
          spoil();
          const tried = await unlessTrouble(bad, shop.payments.openSubscription(same));
          line.becomes('fine');
          const checkout = tried ?? (await shop.payments.openSubscription(same));
          expect(line.pages()).toBe(pages + 1);
          const landing = `http://localhost:3000/lead-vault-dashboard?session_id=${checkout.ref}`;
          expect(await shop.rig.buyer.pay(checkout, BUYER)).toBe(landing);
          const reading = await shop.payments.readSubscriptionCheckout(checkout.ref);
          if (reading.state !== 'paid') throw new Error(`the checkout is ${reading.state}`);
          expect((await shop.payments.readSubscription(reading.subscriptionRef)).payerRef).toBe(payerRef);
        });
    });

    it('begins what the buyer has approved, once', async (test) => {
      const line = lineOf(test);
      await eachRequest(line, bad, async (spoil) => {
        const checkout = await open();
        await shop.rig.buyer.pay(checkout, BUYER);
        spoil();
        const tried = await unlessTrouble(bad, shop.payments.readSubscriptionCheckout(checkout.ref));
        expect(tried?.state ?? 'paid').toBe('paid');
        line.becomes('fine');
        expect(await shop.payments.readSubscriptionCheckout(checkout.ref)).toMatchObject({ state: 'paid' });
        expect(await shop.rig.money(checkout)).toEqual({ held: 0, taken: 3900, givenBack: 0 });
      });
    });

    it('is ended where the answer is that it is, and where it was asked again', async (test) => {
      const line = lineOf(test);
      for (const end of ['endAfterPaidPeriod', 'endAtOnce'] as const)
        await eachRequest(line, bad, async (spoil) => {
          const { ref } = await subscribed();
          spoil();
          const isDone = await saysDone(bad, shop.payments[end](ref));
          line.becomes('fine');
          if (!isDone) await shop.payments[end](ref);
          const { status, endsAt } = await shop.payments.readSubscription(ref);
          const isScheduled = end === 'endAfterPaidPeriod' && shop.rig.endsAtOnce === undefined;
          expect([status, endsAt !== undefined || status === 'ended']).toEqual([
            isScheduled ? 'active' : 'ended',
            true,
          ]);
        });
    });

    it('is owed by nobody where it was asked to end until that was answered', async (test) => {
      const line = lineOf(test);
      for (const state of ['overdue', 'uncharged'] as const)
        await eachRequest(line, bad, async (spoil) => {
          const { ref } = await shop[state](test);
          spoil();
          const isDone = await saysDone(bad, shop.payments.endAtOnce(ref));
          line.becomes('fine');
          if (!isDone) await shop.payments.endAtOnce(ref);
          await shop.rig.renewal.paid(ref);
          await shop.rig.advance(DAY);
          expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'ended' });
          expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
        });
    });
  });

  it('goes on only where it answers so: it has ended where it was ended just before', async (test) => {
    test.skip(shop.rig.endsAtOnce !== undefined, shop.rig.endsAtOnce);
    const line = lineOf(test);
    await beforeEachRequest(line, async (interrupt) => {
      const { ref } = await subscribed();
      await shop.payments.endAfterPaidPeriod(ref);
      interrupt(() => shop.payments.endAtOnce(ref));
      const answer = await shop.payments.keepGoing(ref);
      line.becomes('fine');
      const { status } = await shop.payments.readSubscription(ref);
      expect([answer, status]).toEqual(line.isMet() ? ['ended', 'ended'] : ['going', 'active']);
    });
  });

  it('begins what the buyer has approved, or has closed the page, and never both when it is closed meanwhile', async (test) => {
    const line = lineOf(test);
    await beforeEachRequest(line, async (interrupt) => {
      const checkout = await open();
      const decided = await closedMeanwhile(
        {
          pay: () => shop.rig.buyer.pay(checkout, BUYER),
          close: () => shop.payments.closeCheckout(checkout.ref),
          state: async () => (await shop.payments.readSubscriptionCheckout(checkout.ref)).state,
        },
        interrupt,
      );
      expect(['closed', 'paid']).toContain(decided);
      expect((await moneyLeft(shop.rig, checkout)).kept).toBe(decided === 'closed' ? 0 : 3900);
    });
  });
};
