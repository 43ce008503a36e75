import { describe, expect, it } from 'vitest';

import { DAY, MINUTE, SECOND } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';

import { possible } from './payments-in-use.ts';
import { MONTH } from './subscriptions-in-use.ts';
import type { SubscriptionsInUse } from './subscriptions-in-use.ts';

/** The end of a subscription is reported: what is paid for it later is sent back. */
export const tellsWhenItEnded = (shop: SubscriptionsInUse): void => {
  const { subscribed, overdue } = shop;

  describe('an ended one', () => {
    const endOf = async (ref: string): Promise<Instant> => {
      const { status, endsAt } = await shop.payments.readSubscription(ref);
      if (status !== 'ended' || endsAt === undefined) throw new Error(`it is ${status} and tells no end`);
      return endsAt;
    };

    it('at once tells that moment, then and afterwards', async () => {
      for (const end of ['endAtOnce', 'endAfterPaidPeriod'] as const) {
        const { ref } = await (end === 'endAtOnce' ? subscribed : overdue)();
        await shop.rig.advance(DAY);
        await shop.payments[end](ref);
        const endedAt = await endOf(ref);
        expect(Math.abs(endedAt - shop.rig.now())).toBeLessThan(2 * SECOND);
        await shop.rig.advance(2 * MONTH.max);
        await shop.payments[end](ref);
        expect(await endOf(ref)).toBe(endedAt);
      }
    });

    it('by itself is ended already, whoever asks for it: nothing is refused, and nothing of it changes', async () => {
      const { ref } = await subscribed();
      await shop.payments.endAfterPaidPeriod(ref);
      await shop.rig.advance(2 * MONTH.max);
      const before = await shop.payments.readSubscription(ref);
      expect(before.status).toBe('ended');
      for (const end of ['endAtOnce', 'endAfterPaidPeriod', 'endAtOnce'] as const) {
        await shop.payments[end](ref);
        expect(await shop.payments.readSubscription(ref)).toEqual(before);
      }
    });

    it('that its provider has given up, as nobody paid, can be paid no more once the shop has ended it too', async (test) => {
      const giveUp = possible(test, shop.rig.renewal.givenUp);
      const { ref } = await overdue();
      await giveUp(ref);
      const endedAt = await endOf(ref);
      await shop.payments.endAtOnce(ref);
      await shop.rig.renewal.paid(ref);
      expect(await endOf(ref)).toBe(endedAt);
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
    });

    it('with its paid period tells when that was over, then and afterwards', async (test) => {
      test.skip(shop.rig.endsAtOnce !== undefined, shop.rig.endsAtOnce);
      const { ref } = await subscribed();
      const { paidThrough } = await shop.payments.readSubscription(ref);
      await shop.payments.endAfterPaidPeriod(ref);
      await shop.rig.advance(paidThrough - shop.rig.now() + MINUTE);
      const endedAt = await endOf(ref);
      expect(Math.abs(endedAt - paidThrough)).toBeLessThanOrEqual(MINUTE);
      await shop.rig.renewal.paid(ref);
      expect(await shop.rig.subscriptionMoney(ref)).toEqual({ taken: 3900, givenBack: 0 });
      await shop.rig.advance(2 * MONTH.max);
      expect(await endOf(ref)).toBe(endedAt);
    });
  });
};
