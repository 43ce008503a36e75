import { describe, expect, it } from 'vitest';

import { DAY } from '#domain/instant.ts';
import { begin, mailTo, shopWith } from './buyer.ts';

describe('a shop whose provider charges at once', () => {
  it('sells a lead to the first to pay; the other one gets the money back, and reads that it was refunded', async () => {
    const { shop } = await shopWith({ charges: true });
    const dana = await begin(shop);
    const eve = await begin(shop);
    await dana.pay('dana@example.com');
    await eve.pay('eve@example.com');
    expect([await dana.money(), await eve.money()]).toEqual(['collected', 'collected']);
    await dana.settle();
    await eve.settle();
    await shop.settleEverything();
    expect([await dana.money(), await eve.money()]).toEqual(['collected', 'refunded']);
    expect(await dana.progress()).toMatchObject({ state: 'settled', delivery: { state: 'sent' } });
    expect(await eve.progress()).toMatchObject({ state: 'lost', reason: 'sold', money: { is: 'refunded' } });
    expect((await mailTo(shop, 'dana@example.com'))[0]?.text).toContain('ann.lee@example.com');
    const [notice, ...more] = await mailTo(shop, 'eve@example.com');
    expect(more).toEqual([]);
    expect(notice?.subject).toBe('Your payment was refunded');
    expect(notice?.text).toContain('Your payment was refunded.');
    expect(JSON.stringify(notice)).not.toMatch(/not charged|ann|lee|555-0142|Oak/i);
  });

  it('keeps the money of a sale that is settled late: there is no authorisation that could lapse', async () => {
    const { shop } = await shopWith({ charges: true });
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    shop.clock.step(2 * DAY);
    await shop.settleEverything();
    expect(await dana.progress()).toMatchObject({ state: 'settled', delivery: { state: 'sent' } });
    expect(await dana.money()).toBe('collected');
  });

  it('sends a sale back once when an operator asks for it twice', async () => {
    const { shop } = await shopWith({ charges: true });
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    await shop.settleEverything();
    const wish = { saleNumberOrId: dana.id, reason: 'Wrong number', who: 'kim' };
    for (let time = 0; time < 2; time += 1) await shop.useCases.refundPurchase(wish);
    await shop.settleEverything();
    expect((await dana.progress())?.state).toBe('refunded');
    expect(await dana.money()).toBe('refunded');
  });
});
