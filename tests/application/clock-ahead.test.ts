import { describe, expect, it } from 'vitest';

import { DAY, HOUR, MINUTE } from '#domain/instant.ts';
import { away, begin, shopWith } from './buyer.ts';
import { NOW } from './shop.ts';
import type { Shop } from './shop.ts';
import { somebodyIn } from './subscriber.ts';

const sweepAt = async (shop: Shop, at: number): Promise<void> => {
  shop.clock.set(at);
  await shop.useCases.doJob({ name: 'sweep-purchases' });
  await shop.useCases.doJob({ name: 'sweep-subscriptions' });
};

describe('after a clock that was ahead is set right', () => {
  it('a payment that nobody tells of is found by the next sweep', async () => {
    const { shop, manners } = await shopWith();
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    manners.readPurchase = away;
    await sweepAt(shop, NOW + 30 * DAY);
    delete manners.readPurchase;
    await sweepAt(shop, NOW + 5 * MINUTE);
    expect(await dana.progress()).toMatchObject({ state: 'settled' });
  });

  it('a payment that was put off by two hours is found by the next sweep', async () => {
    const { shop, manners } = await shopWith();
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    manners.readPurchase = away;
    const setRight = NOW + 5 * MINUTE;
    await sweepAt(shop, setRight + 2 * HOUR - MINUTE);
    expect((await shop.purchase(dana.id))?.check.at).toBe(setRight + 2 * HOUR);
    delete manners.readPurchase;
    await sweepAt(shop, setRight);
    expect(await dana.progress()).toMatchObject({ state: 'settled' });
  });

  it('a subscription is read by the next sweep, and then every hour', async () => {
    const { shop, manners, usual } = await shopWith();
    const dana = await somebodyIn(shop);
    await dana.becomeSubscriber();
    await sweepAt(shop, NOW + 20 * DAY);
    const readAt: number[] = [];
    manners.readSubscription = (ref) => {
      readAt.push(shop.clock() - NOW);
      return usual.readSubscription(ref);
    };
    for (const after of [5 * MINUTE, 30 * MINUTE, 5 * MINUTE + HOUR]) await sweepAt(shop, NOW + after);
    expect(readAt).toEqual([5 * MINUTE, 5 * MINUTE + HOUR]);
  });
});
