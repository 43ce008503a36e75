import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { HOUR, MINUTE } from '#domain/instant.ts';
import { someCoupon } from '#tests/domain/coupon.ts';
import { holds } from '#tests/support/property.ts';
import { faultsIn } from './audit.ts';
import { begin } from './buyer.ts';
import { unreliable } from './power.ts';
import type { Trouble } from './power.ts';
import { auditOf, buy, refundOf } from './refunds.ts';
import { openShop } from './shop.ts';
import type { Shop } from './shop.ts';

const COUPONS = [
  someCoupon({ code: 'LIMIT1', maxUses: 1 }),
  someCoupon({ code: 'FREE1', maxUses: 1, discount: { kind: 'percent', basisPoints: 10_000 } }),
];

type Buyer = Awaited<ReturnType<typeof begin>>;

/** Everything that may happen to a sale, one after the other. */
const eventsOf = (shop: Shop, { id, checkout: { ref } }: Buyer): readonly (() => Promise<unknown>)[] => {
  let told = 0;
  const notification = () => shop.useCases.receiveNotification(shop.notification(ref, `news ${(told += 1)} of ${ref}`));
  const settle = () => shop.useCases.doJob({ name: 'settle-checkout', checkoutRef: ref });
  const operator = () => refundOf(shop, id);
  const deliver = () => shop.useCases.doJob({ name: 'deliver-lead', purchaseId: id });
  const bank = () => shop.atProvider.dispute(ref);
  const reconcile = () => shop.useCases.reconcile({ who: 'kim' });
  const sweep = () => shop.useCases.doJob({ name: 'sweep-purchases' });
  const minute = async () => shop.clock.step(MINUTE);
  return [
    notification,
    settle,
    operator,
    operator,
    deliver,
    deliver,
    bank,
    reconcile,
    sweep,
    minute,
    shop.queue.drain,
    shop.queue.drain,
  ];
};

describe('refund, delivery, notification and reconciliation', () => {
  it('come to one end in any order: contact and lead, coupon and money agree', async () => {
    const choice = fc.shuffledSubarray(Array.from({ length: 12 }, (_, index) => index));
    const ends = new Set<string>();
    await holds(
      fc.asyncProperty(choice, fc.boolean(), async (order, isPaid) => {
        const shop = await openShop({ coupons: COUPONS });
        const dana = await begin(shop, { codeTyped: 'LIMIT1' });
        await dana.pay('dana@example.com');
        if (isPaid) await dana.settle();
        const events = eventsOf(shop, dana);
        for (const index of order) await events[index]?.();
        await shop.settleEverything();
        await shop.useCases.reconcile({ who: 'kim' });
        await shop.settleEverything();
        expect(await faultsIn(shop)).toEqual([]);
        const state = (await dana.progress())?.state ?? 'none';
        ends.add(`${state}, lead ${(await shop.lead())?.standing.state}`);
        // Whoever comes next gets what is left.
        const next = await shop.buy({ visitorHash: 'visitor of eve' });
        expect(next.is === 'opened').toBe((await shop.lead())?.standing.state === 'listed');
      }),
      { numRuns: 100 },
    );
    expect([...ends].toSorted()).toEqual(['refunded, lead listed', 'refunded, lead withdrawn', 'settled, lead sold']);
  });

  it('come to one end at the very same moment', async () => {
    for (const first of [0, 2, 4, 6]) {
      const shop = await openShop({ coupons: COUPONS });
      const dana = await buy(shop, { codeTyped: 'LIMIT1' });
      const events = eventsOf(shop, dana);
      await Promise.all([...events.slice(first), ...events.slice(0, first)].map((event) => event()));
      await shop.settleEverything();
      expect(await faultsIn(shop)).toEqual([]);
      expect((await dana.progress())?.state).toBe('refunded');
    }
  });
});

describe('a refund amid trouble', () => {
  const sellAndRefund = async (
    wish: { readonly codeTyped: string; readonly isDelivered: boolean; readonly by: 'operator' | 'provider' },
    trouble?: Trouble,
  ) => {
    const power = unreliable(trouble);
    const shop = await openShop({ coupons: COUPONS, around: power.around });
    const patiently = async (ask: () => Promise<unknown>): Promise<void> => {
      try {
        await ask();
      } catch {
        power.restore();
        await ask().catch(() => undefined);
      }
    };
    let dana: Buyer | undefined;
    await patiently(async () => {
      dana ??= await begin(shop, { codeTyped: wish.codeTyped });
      await dana.pay('dana@example.com');
      await dana.settle();
    });
    if (dana === undefined) throw new Error('no page was opened');
    const { id, checkout } = dana;
    if (wish.isDelivered) await shop.settleEverything({ beforeEach: power.restore });
    if (wish.by === 'operator') await patiently(() => refundOf(shop, id));
    else {
      await shop.atProvider.refund(checkout.ref);
      await patiently(() => shop.useCases.receiveNotification(shop.notification(checkout.ref, 'a refund')));
    }
    await shop.settleEverything({ beforeEach: power.restore });
    // A page that was opened in the first try stays open where the lead is listed again, until its time is over.
    shop.clock.step(HOUR);
    await shop.settleEverything({ beforeEach: power.restore });
    const state = (await dana.progress())?.state;
    return { calls: power.calls(), faults: await faultsIn(shop), state, audit: await auditOf(shop) };
  };

  it.each([
    ['before its delivery', { codeTyped: 'LIMIT1', isDelivered: false, by: 'operator' }],
    ['after its delivery', { codeTyped: 'LIMIT1', isDelivered: true, by: 'operator' }],
    ['of nothing, before its delivery', { codeTyped: 'FREE1', isDelivered: false, by: 'operator' }],
    ['before its delivery, at the provider', { codeTyped: 'LIMIT1', isDelivered: false, by: 'provider' }],
    ['after its delivery, at the provider', { codeTyped: 'LIMIT1', isDelivered: true, by: 'provider' }],
  ] as const)('%s ends the same when any call fails, before or after it is done', async (_, wish) => {
    const usual = await sellAndRefund(wish);
    expect(usual).toMatchObject({ faults: [], state: 'refunded' });
    const results: unknown[] = [];
    for (const [when, kind] of [
      ['before', 'blip'],
      ['after', 'blip'],
      ['after', 'cut'],
    ] as const)
      for (let call = 1; call <= usual.calls; call += 1) {
        const { faults, state, audit } = await sellAndRefund(wish, { call, when, kind });
        const isRight = faults.length === 0 && state === 'refunded' && audit.length === usual.audit.length;
        if (!isRight) results.push({ call, when, kind, faults, state, audit });
      }
    expect(results).toEqual([]);
  });
});
