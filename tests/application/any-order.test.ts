import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MINUTE, SECOND } from '#domain/instant.ts';
import { someCoupon } from '#tests/domain/coupon.ts';
import { holds } from '#tests/support/property.ts';
import { faultsIn } from './audit.ts';
import { begin } from './buyer.ts';
import { openShop } from './shop.ts';
import type { Shop } from './shop.ts';

type Buyer = Awaited<ReturnType<typeof begin>>;

/** Everything that may move a purchase on, for one buyer. */
const eventsOf = (shop: Shop, { checkout: { ref } }: Buyer): readonly (() => Promise<unknown>)[] => {
  const successPage = () => {
    // So that the provider is asked each time.
    shop.clock.step(SECOND);
    return shop.useCases.verifyPayment({ checkoutRef: ref, leadId: 'lead-1', visitorHash: undefined });
  };
  const notification = () => shop.useCases.receiveNotification(shop.notification(ref));
  const anotherOne = () => shop.useCases.receiveNotification(shop.notification(ref, `another about ${ref}`));
  return [successPage, successPage, notification, notification, anotherOne];
};

/** What happens by itself. */
const othersOf = (shop: Shop): readonly (() => Promise<unknown>)[] => {
  const sweep = () => shop.useCases.doJob({ name: 'sweep-purchases' });
  const minute = async () => shop.clock.step(MINUTE);
  return [sweep, sweep, shop.queue.drain, shop.queue.drain, minute, minute];
};

const COUPONS = [someCoupon({ code: 'LIMIT1', maxUses: 1 })];

describe('success page, notification and sweep', () => {
  it('settle a payment to one final state, in any order and any number', async () => {
    const choice = fc.shuffledSubarray(Array.from({ length: 11 }, (_, index) => index));
    await holds(
      fc.asyncProperty(choice, async (order) => {
        const shop = await openShop({ coupons: COUPONS });
        const dana = await begin(shop, { codeTyped: 'LIMIT1' });
        await dana.pay('dana@example.com');
        const events = [...eventsOf(shop, dana), ...othersOf(shop)];
        for (const index of order) await events[index]?.();
        await shop.settleEverything();
        expect(await faultsIn(shop)).toEqual([]);
        expect(await dana.progress()).toMatchObject({ state: 'settled', buyerEmail: 'dana@example.com' });
        expect(shop.queue.waiting()).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('find one winner among buyers who pay in any order, or too late, or never', async () => {
    const choice = fc.shuffledSubarray(Array.from({ length: 18 }, (_, index) => index));
    await holds(
      fc.asyncProperty(choice, async (order) => {
        const shop = await openShop({ coupons: COUPONS });
        const dana = await begin(shop, { codeTyped: 'LIMIT1' });
        const eve = await begin(shop, { codeTyped: 'LIMIT1' });
        const paid: boolean[] = [];
        const pays = [
          async () => paid.push(await dana.pay('dana@example.com')),
          async () => paid.push(await eve.pay('eve@example.com')),
        ];
        const events = [...pays, ...eventsOf(shop, dana), ...eventsOf(shop, eve), ...othersOf(shop)];
        for (const index of order) await events[index]?.();
        // Pages that are still open close by then.
        shop.clock.step(35 * MINUTE);
        await shop.settleEverything();
        expect(await faultsIn(shop)).toEqual([]);
        const states = [await dana.progress(), await eve.progress()].map((progress) => progress?.state);
        expect(states.filter((state) => state === 'settled')).toHaveLength(paid.includes(true) ? 1 : 0);
      }),
      { numRuns: 25 },
    );
  });

  it('settle each of many payments at once, from several processes at the same time', async () => {
    const shop = await openShop({ coupons: COUPONS });
    const buyers = [await begin(shop), await begin(shop), await begin(shop, { codeTyped: 'LIMIT1' })];
    for (const [index, buyer] of buyers.entries()) await buyer.pay(`buyer${index}@example.com`);
    const events = [...buyers.flatMap((buyer) => eventsOf(shop, buyer)), ...othersOf(shop)];
    await Promise.all(events.map((event) => event()));
    await shop.settleEverything();
    expect(await faultsIn(shop)).toEqual([]);
  });
});
