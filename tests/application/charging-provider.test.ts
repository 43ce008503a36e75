import { describe, expect, it } from 'vitest';

import { DAY } from '#domain/instant.ts';
import { someCoupon } from '#tests/domain/coupon.ts';
import { EVE, away, begin, mailTo, shopWith } from './buyer.ts';
import type { Shop } from './shop.ts';

describe('a shop whose provider charges at once', () => {
  it('sells a lead to the first to pay; the other one gets the money back, and reads that it was refunded', async () => {
    const { shop } = await shopWith({ charges: true });
    const dana = await begin(shop);
    const eve = await begin(shop, EVE);
    await dana.pay('dana@example.com');
    await eve.pay('eve@example.com');
    expect([await dana.money(), await eve.money()]).toEqual(['collected', 'collected']);
    await dana.settle();
    await eve.settle();
    await shop.settleEverything();
    expect([await dana.money(), await eve.money()]).toEqual(['collected', 'refunded']);
    expect(await dana.progress()).toMatchObject({ state: 'settled', delivery: { state: 'sent' } });
    expect(await eve.progress()).toMatchObject({ state: 'lost', reason: 'sold', money: { is: 'refunded' } });
    expect(shop.log.lines).toContainEqual(
      expect.objectContaining({ event: 'purchase changed', purchaseId: eve.id, outcome: 'lost-refunded' }),
    );
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

describe('who was charged at once and did not get the lead', () => {
  type Buyer = Awaited<ReturnType<typeof begin>>;

  const read = async (shop: Shop, { checkout: { ref: checkoutRef } }: Buyer) => {
    const outcome = await shop.useCases.verifyPayment({ checkoutRef, leadId: 'lead-1', visitorHash: undefined });
    return outcome.is === 'failed' ? outcome.message : outcome.is;
  };

  it('reads that the money is on its way back until it is there, and then that it was refunded', async () => {
    const { shop, manners } = await shopWith({ charges: true });
    const [dana, eve] = [await begin(shop), await begin(shop, EVE)];
    await dana.pay('dana@example.com');
    await eve.pay('eve@example.com');
    await dana.settle();
    manners.release = async () => 'pending';
    expect(await read(shop, eve)).toBe(
      'This lead has just been sold to another buyer. Your payment is being refunded.',
    );
    delete manners.release;
    expect(await read(shop, eve)).toBe('This lead has just been sold to another buyer. Your payment was refunded.');
  });

  it('reads of the refund when the money had gone back before we looked', async () => {
    const { shop } = await shopWith({ charges: true });
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    await shop.atProvider.refund(dana.checkout.ref);
    expect(await read(shop, dana)).toBe(
      'This checkout has ended without a sale. If your card was charged, the payment was refunded.',
    );
  });

  it('reads of it, too, when somebody else has the lead by then', async () => {
    const { shop } = await shopWith({ charges: true });
    const [dana, eve] = [await begin(shop), await begin(shop, EVE)];
    await eve.pay('eve@example.com');
    await shop.atProvider.refund(eve.checkout.ref);
    await dana.pay('dana@example.com');
    await dana.settle();
    expect(await read(shop, eve)).toBe(
      'This lead has just been sold to another buyer. If your card was charged, the payment was refunded.',
    );
  });

  it('reads, also by mail, that the payment was refunded when it went back before it was ours for good', async () => {
    const { shop, manners } = await shopWith({ charges: true });
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    manners.collect = away;
    await expect(dana.settle()).rejects.toThrow('away');
    await shop.atProvider.refund(dana.checkout.ref);
    delete manners.collect;
    const text = 'Your payment was refunded, so the lead was not sold to you.';
    expect(await read(shop, dana)).toBe(text);
    await shop.settleEverything();
    const [notice, ...more] = await mailTo(shop, 'dana@example.com');
    expect(more).toEqual([]);
    expect(notice?.subject).toBe('Your payment was refunded');
    expect(notice?.text).toContain(text);
    expect(JSON.stringify(notice)).not.toMatch(/could not be charged|not charged/);
  });

  it('of nothing reads that nothing was charged', async () => {
    const free = someCoupon({ code: 'FREE', discount: { kind: 'percent', basisPoints: 10_000 } });
    const { shop } = await shopWith({ charges: true, coupons: [free] });
    const [dana, eve] = [await begin(shop), await begin(shop, { ...EVE, codeTyped: 'FREE' })];
    await dana.pay('dana@example.com');
    await eve.pay('eve@example.com');
    await dana.settle();
    expect(await read(shop, eve)).toBe('This lead has just been sold to another buyer. Your card was not charged.');
  });
});
