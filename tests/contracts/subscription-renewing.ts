import { describe, expect, it } from 'vitest';

import { DAY, MINUTE, SECOND } from '#domain/instant.ts';

import { possible } from './payments-in-use.ts';
import { MONTH } from './subscriptions-in-use.ts';
import type { SubscriptionsInUse } from './subscriptions-in-use.ts';

/** How a month follows another, paid or not. */
export const renewsSubscriptions = (shop: SubscriptionsInUse): void => {
  const { subscribed, overdue, uncharged } = shop;

  describe('renewing', () => {
    it('takes one more payment, and one month more is paid; it has begun when it began', async () => {
      const { ref } = await subscribed();
      const before = await shop.payments.readSubscription(ref);
      await shop.rig.advance(DAY);
      await shop.rig.renewal.paid(ref);
      const after = await shop.payments.readSubscription(ref);
      expect(after).toMatchObject({ status: 'active', endsAt: undefined, payerRef: before.payerRef });
      expect(after.startedAt).toBe(before.startedAt);
      expect(after.paidThrough - before.paidThrough).toBeGreaterThanOrEqual(MONTH.min);
      expect(after.paidThrough - before.paidThrough).toBeLessThanOrEqual(MONTH.max);
      expect(after.paymentRef).not.toBe(before.paymentRef);
      expect(Math.abs((after.paidAt ?? shop.rig.now()) - shop.rig.now())).toBeLessThan(2_000);
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 7800, givenBack: 0 });
      await shop.rig.advance(DAY);
      expect((await shop.payments.readSubscription(ref)).paidAt).toBe(after.paidAt);
    });

    it('adds a month and a payment each time, and the newest of 26 is read', async () => {
      const { ref } = await subscribed();
      let last = await shop.payments.readSubscription(ref);
      for (let renewals = 0; renewals < 25; renewals += 1) {
        await shop.rig.advance(last.paidThrough - shop.rig.now() - MINUTE);
        await shop.rig.renewal.paid(ref);
        const after = await shop.payments.readSubscription(ref);
        expect(after).toMatchObject({ status: 'active', isTakenBack: false });
        expect(after.paidThrough - last.paidThrough).toBeGreaterThanOrEqual(MONTH.min);
        expect(after.paidThrough - last.paidThrough).toBeLessThanOrEqual(MONTH.max);
        expect(after.paymentRef).not.toBe(last.paymentRef);
        last = after;
      }
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 26 * 3900, givenBack: 0 });
    });

    it('in a state that nobody knows is neither good nor over: it is waited for', async (test) => {
      const makeStrange = possible(test, shop.rig.becomesStrange);
      const { checkout, ref } = await subscribed();
      const { startedAt, payerRef } = await shop.payments.readSubscription(ref);
      await makeStrange(ref);
      expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'overdue', startedAt, payerRef });
      expect(await shop.payments.readSubscriptionCheckout(checkout.ref)).toEqual({
        state: 'paid',
        subscriptionRef: ref,
      });
    });

    it('makes it overdue when the card is declined: what is paid ends where the unpaid period begins', async () => {
      const { ref } = await subscribed();
      const before = await shop.payments.readSubscription(ref);
      await shop.rig.advance(DAY);
      await shop.rig.renewal.failed(ref);
      const after = await shop.payments.readSubscription(ref);
      expect(after).toMatchObject({ status: 'overdue', paymentRef: before.paymentRef });
      expect(after.paidThrough).toBeLessThanOrEqual(shop.rig.now());
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
    });

    it('in a month that has begun and is not charged yet is as good as before, and paid to where that begins', async (test) => {
      const { ref } = await uncharged(test);
      const before = await shop.payments.readSubscription(ref);
      expect(before).toMatchObject({ status: 'active', endsAt: undefined, isTakenBack: false });
      expect(before.paidThrough).toBeLessThanOrEqual(shop.rig.now());
      expect(shop.rig.now() - before.paidThrough).toBeLessThan(SECOND);
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
      await shop.rig.renewal.paid(ref);
      const after = await shop.payments.readSubscription(ref);
      expect(after.paidThrough - before.paidThrough).toBeGreaterThanOrEqual(MONTH.min);
      expect(after.paymentRef).not.toBe(before.paymentRef);
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 7800, givenBack: 0 });
    });

    it('is active again, for a month, once it is paid after all', async () => {
      const { ref } = await overdue();
      await shop.rig.advance(DAY);
      await shop.rig.renewal.paid(ref);
      const { status, paidThrough } = await shop.payments.readSubscription(ref);
      expect(status).toBe('active');
      expect(paidThrough - shop.rig.now()).toBeGreaterThan(MONTH.min - 2 * DAY);
      expect(paidThrough - shop.rig.now()).toBeLessThanOrEqual(MONTH.max);
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 7800, givenBack: 0 });
    });
  });
};
