import { describe, expect, it } from 'vitest';

import { settlePurchase } from '#application/settle-purchase.ts';
import { someCoupon } from '#tests/domain/coupon.ts';
import { begin, shopWith } from './buyer.ts';
import type { Shop } from './shop.ts';

const SETTLERS = 3;

/** Lets nobody pass before all have come. */
const gate = (): (() => Promise<void>) => {
  let missing = SETTLERS;
  const { promise, resolve } = Promise.withResolvers<void>();
  return () => {
    missing -= 1;
    if (missing === 0) resolve();
    return promise;
  };
};

/** A success page, a notification and a sweep at the very same moment, each in a process of its own. */
const settleAtOnce = ({ outside }: Shop, { id }: Awaited<ReturnType<typeof begin>>) =>
  Promise.all(Array.from({ length: SETTLERS }, () => settlePurchase(outside)(id)));

const waiting = ({ queue }: Shop, wanted: string) => queue.waiting().filter(({ name }) => name === wanted);

describe('several who settle one purchase at the same moment, and get the same answer from the provider', () => {
  it('queue one delivery when the money is collected', async () => {
    const { shop, manners } = await shopWith();
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    const together = gate();
    manners.collect = () => together().then(() => 'collected');
    await settleAtOnce(shop, dana);
    expect((await dana.progress())?.state).toBe('settled');
    expect(waiting(shop, 'deliver-lead')).toHaveLength(1);
  });

  it('give back one use of the coupon and queue one notice when it has lapsed', async () => {
    const { shop, manners } = await shopWith({ coupons: [someCoupon({ uses: 3 })] });
    const dana = await begin(shop, { codeTyped: 'WELCOME10' });
    await dana.pay('dana@example.com');
    const together = gate();
    manners.collect = () => together().then(() => 'lapsed');
    await settleAtOnce(shop, dana);
    expect((await shop.coupon('WELCOME10'))?.uses).toBe(3);
    expect(waiting(shop, 'tell-loser')).toHaveLength(1);
  });

  it('queue one notice when it went back', async () => {
    const { shop, manners } = await shopWith();
    const dana = await begin(shop);
    const eve = await begin(shop);
    await dana.pay('dana@example.com');
    await eve.pay('eve@example.com');
    await dana.settle();
    const together = gate();
    manners.release = () => together().then(() => 'released');
    await settleAtOnce(shop, eve);
    expect(await eve.progress()).toMatchObject({ state: 'lost', money: { is: 'released' } });
    expect(waiting(shop, 'tell-loser')).toHaveLength(1);
  });

  it('ask the provider once in a process: who comes second finds the work done', async () => {
    const { shop, manners, usual } = await shopWith();
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    const asked: string[] = [];
    manners.readPurchase = (ref) => {
      asked.push('read');
      return usual.readPurchase(ref);
    };
    manners.collect = (ref) => {
      asked.push('collect');
      return usual.collect(ref);
    };
    const settle = settlePurchase(shop.outside);
    const settled = await Promise.all(Array.from({ length: SETTLERS }, () => settle(dana.id)));
    expect(settled.map((purchase) => purchase?.progress.state)).toEqual(['settled', 'settled', 'settled']);
    expect(asked).toEqual(['read', 'collect']);
  });
});
