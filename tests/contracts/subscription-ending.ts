import { describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';

import { DAY, MINUTE } from '#domain/instant.ts';

import { MONTH } from './subscriptions-in-use.ts';
import type { SubscriptionsInUse } from './subscriptions-in-use.ts';

/** How a subscription ends, and how it goes on after all. */
export const endsSubscriptions = (shop: SubscriptionsInUse): void => {
  const { subscribed, overdue, uncharged } = shop;

  describe('ending', () => {
    const skipUnscheduled = (test: TestContext): void =>
      test.skip(shop.rig.endsAtOnce !== undefined, shop.rig.endsAtOnce);

    it('after the paid period is told at once and comes with its time, without a payment', async (test) => {
      skipUnscheduled(test);
      const { ref } = await subscribed();
      const { paidThrough } = await shop.payments.readSubscription(ref);
      await shop.payments.endAfterPaidPeriod(ref);
      await shop.payments.endAfterPaidPeriod(ref);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({
        status: 'active',
        paidThrough,
        endsAt: paidThrough,
      });
      await shop.rig.advance(paidThrough - shop.rig.now() - MINUTE);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'active' });
      await shop.rig.advance(2 * MINUTE);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'ended', paidThrough });
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
    });

    it('after the paid period, where nothing can be scheduled, comes at once and tells until when is paid', async (test) => {
      test.skip(shop.rig.endsAtOnce === undefined, 'this provider ends a subscription with its paid period');
      const { ref } = await subscribed();
      const { paidThrough } = await shop.payments.readSubscription(ref);
      await shop.payments.endAfterPaidPeriod(ref);
      await shop.payments.endAfterPaidPeriod(ref);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'ended', paidThrough });
      expect(await shop.payments.keepGoing(ref)).toBe('ended');
      await shop.rig.advance(2 * MONTH.max);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'ended', paidThrough });
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
    });

    it('is nothing to undo where nothing ends: it goes on', async () => {
      const { ref } = await subscribed();
      expect([await shop.payments.keepGoing(ref), await shop.payments.keepGoing(ref)]).toEqual(['going', 'going']);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'active', endsAt: undefined });
    });

    it('is undone while there is time, and can be asked for again', async (test) => {
      skipUnscheduled(test);
      const { ref } = await subscribed();
      const { paidThrough } = await shop.payments.readSubscription(ref);
      for (let time = 0; time < 2; time += 1) {
        await shop.payments.endAfterPaidPeriod(ref);
        expect([await shop.payments.keepGoing(ref), await shop.payments.keepGoing(ref)]).toEqual(['going', 'going']);
        expect(await shop.payments.readSubscription(ref)).toMatchObject({
          status: 'active',
          paidThrough,
          endsAt: undefined,
        });
      }
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
      await shop.rig.renewal.paid(ref);
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 7800, givenBack: 0 });
    });

    it('is not undone any more once it came', async () => {
      const { ref } = await subscribed();
      await shop.payments.endAfterPaidPeriod(ref);
      await shop.rig.advance(MONTH.max + DAY);
      expect([await shop.payments.keepGoing(ref), await shop.payments.keepGoing(ref)]).toEqual(['ended', 'ended']);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'ended' });
    });

    it('after the paid period ends an overdue one at once', async () => {
      const { ref } = await overdue();
      await shop.payments.endAfterPaidPeriod(ref);
      await shop.payments.endAfterPaidPeriod(ref);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'ended' });
      expect(await shop.payments.keepGoing(ref)).toBe('ended');
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
    });

    it('after the paid period ends one at once whose month is not charged yet: nobody pays for that', async (test) => {
      const { ref } = await uncharged(test);
      await shop.payments.endAfterPaidPeriod(ref);
      await shop.payments.endAfterPaidPeriod(ref);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'ended' });
      await shop.rig.renewal.paid(ref);
      await shop.rig.advance(2 * MONTH.max);
      const { status, paidThrough } = await shop.payments.readSubscription(ref);
      expect([status, paidThrough < shop.rig.now() - MONTH.max]).toEqual(['ended', true]);
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
    });

    it('leaves nothing that could be paid afterwards', async () => {
      for (const end of ['endAfterPaidPeriod', 'endAtOnce'] as const) {
        const { ref } = await overdue();
        const { paidThrough } = await shop.payments.readSubscription(ref);
        await shop.payments[end](ref);
        await shop.rig.renewal.paid(ref);
        expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'ended', paidThrough });
        expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
      }
    });

    it('at once ends it now and sends nothing back, however often it is asked', async () => {
      const { ref } = await subscribed();
      await shop.payments.endAtOnce(ref);
      await shop.payments.endAtOnce(ref);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'ended' });
      expect(await shop.payments.keepGoing(ref)).toBe('ended');
      await shop.payments.endAfterPaidPeriod(ref);
      await shop.rig.advance(2 * MONTH.max);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'ended' });
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
    });

    it('at once ends one that was about to end, and an overdue one', async () => {
      const leaving = await subscribed();
      await shop.payments.endAfterPaidPeriod(leaving.ref);
      for (const { ref } of [leaving, await overdue()]) {
        await shop.payments.endAtOnce(ref);
        expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'ended' });
      }
    });

    it('at once leaves what is paid of an overdue one as it was, and a month that was paid just before', async () => {
      const unpaid = await overdue();
      const before = await shop.payments.readSubscription(unpaid.ref);
      await shop.payments.endAtOnce(unpaid.ref);
      expect((await shop.payments.readSubscription(unpaid.ref)).paidThrough).toBeLessThanOrEqual(before.paidThrough);
      const paid = await overdue();
      await shop.rig.renewal.paid(paid.ref);
      const after = await shop.payments.readSubscription(paid.ref);
      await shop.payments.endAtOnce(paid.ref);
      const { status, paidThrough, paymentRef } = await shop.payments.readSubscription(paid.ref);
      expect({ status, paidThrough, paymentRef }).toEqual({
        status: 'ended',
        paidThrough: after.paidThrough,
        paymentRef: after.paymentRef,
      });
    });
  });
};
