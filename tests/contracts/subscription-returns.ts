import { describe, expect, it } from 'vitest';

import { ProviderRefused } from '#application/ports/payment-provider.ts';
import { DAY } from '#domain/instant.ts';

import { BUYER, idOf } from './payment-rig.ts';
import { possible } from './payments-in-use.ts';
import type { SubscriptionsInUse } from './subscriptions-in-use.ts';

/** How a month's payment goes back, and what is paid then. */
export const givesMonthsBack = (shop: SubscriptionsInUse): void => {
  const { subscribed, overdue, refunded } = shop;

  describe('refunding', () => {
    it('sends the last payment back once, however often it is asked, and ends nothing', async () => {
      const { ref } = await subscribed();
      expect((await refunded(ref)).answers).toEqual(['refunded', 'refunded']);
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 3900 });
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'active' });
    });

    it('sends back the one payment that was named, also of an ended subscription', async () => {
      const { ref } = await subscribed();
      await shop.rig.renewal.paid(ref);
      await shop.payments.endAtOnce(ref);
      expect((await refunded(ref)).answers).toEqual(['refunded', 'refunded']);
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 7800, givenBack: 3900 });
    });

    it('leaves the month unpaid: it is paid to where that begins', async () => {
      const { ref } = await subscribed();
      const { startedAt, paidThrough: first } = await shop.payments.readSubscription(ref);
      await shop.rig.renewal.paid(ref);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ isTakenBack: false });
      await refunded(ref);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ isTakenBack: true, paidThrough: first });
      const other = await subscribed();
      await refunded(other.ref);
      await shop.payments.endAtOnce(other.ref);
      expect(await shop.payments.readSubscription(other.ref)).toMatchObject({
        status: 'ended',
        isTakenBack: true,
        paidThrough: startedAt,
      });
    });

    it('is told of none that nobody sent back: overdue, paid after all, about to end, kept or ended', async () => {
      const { ref } = await overdue();
      const { startedAt, payerRef } = await shop.payments.readSubscription(ref);
      const same = { startedAt, payerRef, isTakenBack: false };
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ ...same, endsAt: undefined });
      await shop.rig.advance(DAY);
      await shop.rig.renewal.paid(ref);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ ...same, endsAt: undefined });
      for (const ask of [shop.payments.endAfterPaidPeriod, shop.payments.keepGoing, shop.payments.endAtOnce]) {
        await ask(ref);
        expect(await shop.payments.readSubscription(ref)).toMatchObject(same);
      }
    });

    it('of a month that is over says nothing of the one that is paid', async () => {
      const { ref } = await subscribed();
      const { paymentRef = '' } = await shop.payments.readSubscription(ref);
      await shop.rig.renewal.paid(ref);
      const { paidThrough } = await shop.payments.readSubscription(ref);
      await shop.payments.refund(paymentRef);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ isTakenBack: false, paidThrough });
    });

    it('in part leaves the month paid; then the rest is sent back', async (test) => {
      const { refundPart } = possible(test, shop.rig.paymentElsewhere);
      const { ref } = await subscribed();
      const { paymentRef = '', paidThrough } = await shop.payments.readSubscription(ref);
      await refundPart(paymentRef, 3899);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ isTakenBack: false, paidThrough });
      expect((await refunded(ref)).answers).toEqual(['refunded', 'refunded']);
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 3900 });
    });
  });

  describe('a dispute', () => {
    it('of the last payment leaves its month unpaid, until it is won; an inquiry leaves it paid', async (test) => {
      const { inquire, dispute, disputeIsWon } = possible(test, shop.rig.paymentElsewhere);
      const { ref } = await subscribed();
      const { paymentRef = '', paidThrough, startedAt } = await shop.payments.readSubscription(ref);
      await inquire(paymentRef);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ isTakenBack: false, paidThrough });
      await dispute(paymentRef);
      const disputed = { status: 'active', isTakenBack: true, paidThrough: startedAt };
      expect(await shop.payments.readSubscription(ref)).toMatchObject(disputed);
      await disputeIsWon(paymentRef);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ isTakenBack: false, paidThrough });
    });

    it('of the last payment leaves its month unpaid for good once it is lost, and nothing more may be charged', async (test) => {
      const { dispute, disputeIsLost } = possible(test, shop.rig.paymentElsewhere);
      const { ref } = await subscribed();
      const { paymentRef = '', startedAt } = await shop.payments.readSubscription(ref);
      await dispute(paymentRef);
      await disputeIsLost(paymentRef);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ isTakenBack: true, paidThrough: startedAt });
    });

    it('of an earlier payment leaves the month paid that is, and yet nothing more may be charged', async (test) => {
      const { dispute } = possible(test, shop.rig.paymentElsewhere);
      const { ref } = await subscribed();
      const { paymentRef = '' } = await shop.payments.readSubscription(ref);
      await shop.rig.renewal.paid(ref);
      const { paidThrough } = await shop.payments.readSubscription(ref);
      await dispute(paymentRef);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ isTakenBack: true, paidThrough });
    });

    it('of a month is not answered by a refund as well: that is refused, and no more money moves', async (test) => {
      const { dispute } = possible(test, shop.rig.paymentElsewhere);
      const { ref } = await subscribed();
      const { paymentRef = '' } = await shop.payments.readSubscription(ref);
      await dispute(paymentRef);
      await expect(shop.payments.refund(paymentRef)).rejects.toThrow(ProviderRefused);
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 3900 });
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ isTakenBack: true });
    });

    it('of another subscription of the same payer says nothing of this one', async (test) => {
      const { dispute } = possible(test, shop.rig.paymentElsewhere);
      const payer = { id: idOf('account of both'), email: BUYER, ref: undefined };
      const [other, { ref }] = [await subscribed({ payer }), await subscribed({ payer })];
      await dispute((await shop.payments.readSubscription(other.ref)).paymentRef ?? '');
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ isTakenBack: false });
    });
  });
};
