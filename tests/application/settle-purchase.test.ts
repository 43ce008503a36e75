import { AsyncLocalStorage } from 'node:async_hooks';

import { describe, expect, it } from 'vitest';

import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import { DAY, MINUTE } from '#domain/instant.ts';
import { someCoupon } from '#tests/domain/coupon.ts';
import { begin, mailTo, shopWith } from './buyer.ts';
import { NOW, openShop } from './shop.ts';

const FREE = someCoupon({ code: 'FREE', discount: { kind: 'percent', basisPoints: 10_000 } });

describe('a paid checkout', () => {
  it('sells the lead, collects the money and delivers the contact', async () => {
    const { shop } = await shopWith();
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    expect(await dana.money()).toBe('held');
    await dana.settle();
    expect(await dana.money()).toBe('collected');
    expect((await shop.lead())?.standing).toEqual({
      state: 'sold',
      listedAt: NOW - DAY,
      soldAt: NOW,
      purchaseId: dana.id,
    });
    await shop.queue.drain();
    expect(await dana.progress()).toMatchObject({ state: 'settled', delivery: { state: 'sent', sentAt: NOW } });
    expect((await mailTo(shop, 'dana@example.com'))[0]?.text).toContain('ann.lee@example.com');
  });

  it('of nothing is won and delivered without a payment', async () => {
    const { shop } = await shopWith({ coupons: [FREE] });
    const dana = await begin(shop, { codeTyped: 'FREE' });
    await dana.pay('dana@example.com');
    await dana.settle();
    await shop.queue.drain();
    expect(await dana.progress()).toMatchObject({
      state: 'settled',
      paymentRef: undefined,
      delivery: { state: 'sent' },
    });
    expect((await shop.coupon('FREE'))?.uses).toBe(1);
  });

  it('lets no contact leave before the money is collected', async () => {
    const { shop, manners } = await shopWith();
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    manners.collect = async () => 'pending';
    await dana.settle();
    await shop.settleEverything({ rounds: 2 });
    expect((await dana.progress())?.state).toBe('won');
    expect(await shop.mails()).toEqual([]);
    delete manners.collect;
    await shop.settleEverything();
    expect((await dana.progress())?.state).toBe('settled');
    expect(await shop.mails()).toHaveLength(1);
  });

  it('still sells the lead when its week has ended meanwhile', async () => {
    const monday = Date.parse('2026-11-30T15:00:00Z');
    const { shop } = await shopWith();
    shop.clock.set(monday - MINUTE);
    const dana = await begin(shop);
    shop.clock.set(monday + MINUTE);
    expect((await shop.buy()).is).toBe('not-offered');
    await dana.pay('dana@example.com');
    await dana.settle();
    expect((await dana.progress())?.state).toBe('settled');
  });

  it('asks the provider nothing inside a transaction', async () => {
    const transaction = new AsyncLocalStorage<true>();
    const asked: string[] = [];
    const shop = await openShop({
      coupons: [FREE],
      around: (outside) => ({
        ...outside,
        atomically: (work) => transaction.run(true, () => outside.atomically(work)),
        payments: new Proxy(outside.payments, {
          get: (payments, method: keyof PaymentProvider) => {
            if (method !== 'profile') asked.push(`${method}${transaction.getStore() === true ? ' inside' : ''}`);
            return payments[method];
          },
        }),
      }),
    });
    const buyers = [await begin(shop), await begin(shop), await begin(shop, { codeTyped: 'FREE' }), await begin(shop)];
    for (const [index, buyer] of buyers.slice(0, 3).entries()) await buyer.pay(`buyer${index}@example.com`);
    await shop.settleEverything();
    expect(new Set(asked)).toEqual(new Set(['openPurchase', 'readPurchase', 'collect', 'release', 'closeCheckout']));
  });
});

describe('what the provider says', () => {
  it('of another amount than the price loses the lead, and the money goes back', async () => {
    const { shop, manners } = await shopWith();
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    manners.readPurchase = async (ref) => ({
      state: 'authorised',
      paymentRef: ref.replace('cs_', 'pi_'),
      amount: 100,
      email: 'dana@example.com',
    });
    await dana.settle();
    expect(await dana.progress()).toMatchObject({ state: 'lost', reason: 'amount-differs' });
    expect(await dana.money()).toBe('released');
    expect((await shop.lead())?.standing.state).toBe('listed');
  });

  it('of a purchase that does not exist is not even asked', async () => {
    const { shop } = await shopWith();
    await expect(shop.useCases.doJob({ name: 'settle-purchase', purchaseId: 'unknown' })).resolves.toBeUndefined();
  });
});
