import { describe, expect, it } from 'vitest';

import { StoreUnavailable } from '#application/ports/atomically.ts';
import { ProviderBusy, ProviderRefused, ProviderUnavailable } from '#application/ports/payment-provider.ts';
import { DAY } from '#domain/instant.ts';
import { someCoupon } from '#tests/domain/coupon.ts';
import { EVE, away, begin, mailTo, shopWith } from './buyer.ts';
import type { Manners } from './buyer.ts';
import { aLeadOnOffer } from './shop.ts';
import type { Shop } from './shop.ts';
import { somebodyIn } from './subscriber.ts';

describe('money that can no longer be collected', () => {
  it('lists the lead again, gives the use of the coupon back and tells the buyer', async () => {
    const { shop, manners } = await shopWith({ coupons: [someCoupon({ maxUses: 1 })] });
    const dana = await begin(shop, { codeTyped: 'WELCOME10' });
    await dana.pay('dana@example.com');
    manners.collect = async () => 'lapsed';
    await dana.settle();
    await shop.queue.drain();
    expect((await dana.progress())?.state).toBe('lapsed');
    expect(await shop.lead()).toEqual(aLeadOnOffer());
    expect((await shop.coupon('WELCOME10'))?.uses).toBe(0);
    expect((await shop.mails()).map(({ to, subject }) => [to, subject])).toEqual([
      ['dana@example.com', 'Your card could not be charged'],
    ]);

    delete manners.collect;
    const eve = await begin(shop, { codeTyped: 'WELCOME10' });
    await eve.pay('eve@example.com');
    await eve.settle();
    expect((await eve.progress())?.state).toBe('settled');
  });

  it('is what becomes of a hold that ran out while the provider was away', async () => {
    const { shop, manners } = await shopWith();
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    manners.collect = away;
    await expect(dana.settle()).rejects.toThrow('away');
    shop.clock.step(8 * DAY);
    delete manners.collect;
    await shop.settleEverything();
    expect((await dana.progress())?.state).toBe('lapsed');
    expect((await shop.lead())?.standing.state).toBe('listed');
  });
});

describe('a provider that opens no page', () => {
  it.each([
    ['error', 'checkout refused by the provider', new ProviderRefused('Stripe: 401')],
    ['warn', 'checkout not opened', new ProviderUnavailable('Stripe: no answer')],
    ['warn', 'checkout not opened', new ProviderBusy('Stripe: 429')],
  ] as const)('is told of in the log, for a lead and for the subscription: %s, %s', async (level, event, error) => {
    const { shop, manners } = await shopWith();
    const dana = await somebodyIn(shop);
    manners.openPurchase = () => Promise.reject(error);
    manners.openSubscription = () => Promise.reject(error);
    expect(await shop.buy()).toMatchObject({ is: 'payments-unavailable' });
    expect(await dana.subscribe()).toEqual({ is: 'payments-unavailable' });
    expect(shop.log.lines).toEqual([
      { level, event, error, purchaseId: shop.purchaseIds.at(-2) },
      { level, event, error, subscriptionId: shop.purchaseIds.at(-1) },
    ]);
  });
});

describe('a provider that opens no page, and a store that is away by then', () => {
  it('are told of in the log, for a lead and for the subscription', async () => {
    let isAway = false;
    const { shop, manners } = await shopWith({
      around: (outside) => ({
        ...outside,
        atomically: (work) => (isAway ? Promise.reject(new StoreUnavailable('no answer')) : outside.atomically(work)),
      }),
    });
    const dana = await somebodyIn(shop);
    const refuse = () => {
      isAway = true;
      return Promise.reject(new ProviderRefused('Stripe: 401'));
    };
    manners.openPurchase = refuse;
    manners.openSubscription = refuse;
    await expect(shop.buy()).rejects.toBeInstanceOf(StoreUnavailable);
    isAway = false;
    await expect(dana.subscribe()).rejects.toBeInstanceOf(StoreUnavailable);
    isAway = false;
    expect(shop.log.lines.map(({ level, event }) => `${level}: ${event}`)).toEqual([
      'error: checkout refused by the provider',
      'error: checkout refused by the provider',
    ]);
  });
});

describe('a page that opens when its purchase was given up', () => {
  it('and that cannot be closed, as the provider is away, is no page', async () => {
    const { shop, manners } = await shopWith();
    manners.openPurchase = async () => {
      shop.clock.step(DAY);
      await shop.settleEverything();
      return { ref: 'cs_late', url: 'https://pay.example/late', closesAt: shop.clock() + DAY };
    };
    manners.closeCheckout = away;
    expect(await shop.buy()).toEqual({ is: 'payments-unavailable', wasAway: true });
    expect(shop.log.lines).toContainEqual(expect.objectContaining({ level: 'warn', event: 'checkout not opened' }));
  });
});

describe('a provider that is away', () => {
  it('when the checkout is read changes nothing; later all is well', async () => {
    const { shop, manners } = await shopWith();
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    manners.readPurchase = away;
    await expect(dana.settle()).rejects.toThrow(ProviderUnavailable);
    expect((await dana.progress())?.state).toBe('open');
    expect((await shop.lead())?.standing.state).toBe('listed');
    delete manners.readPurchase;
    await shop.settleEverything();
    expect((await dana.progress())?.state).toBe('settled');
  });

  it('when the money is collected leaves the purchase won; later it is settled, once', async () => {
    const { shop, manners } = await shopWith();
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    manners.collect = away;
    await expect(dana.settle()).rejects.toThrow(ProviderUnavailable);
    expect((await dana.progress())?.state).toBe('won');
    delete manners.collect;
    await shop.settleEverything();
    expect((await dana.progress())?.state).toBe('settled');
    expect(await shop.mails()).toHaveLength(1);
  });

  it('when the money is released keeps it in mind until it went back; then the loser is told, once', async () => {
    const { shop, manners } = await shopWith();
    const dana = await begin(shop);
    const eve = await begin(shop);
    await dana.pay('dana@example.com');
    await eve.pay('eve@example.com');
    await dana.settle();
    manners.release = away;
    await expect(eve.settle()).rejects.toThrow(ProviderUnavailable);
    expect(await eve.progress()).toMatchObject({ state: 'lost', money: { is: 'held' } });
    manners.release = async () => 'pending';
    await shop.settleEverything({ rounds: 2 });
    expect(await mailTo(shop, 'eve@example.com')).toEqual([]);
    delete manners.release;
    await shop.settleEverything();
    expect(await eve.money()).toBe('released');
    expect(await mailTo(shop, 'eve@example.com')).toHaveLength(1);
  });
});

describe('a loser whose money was taken all the same', () => {
  const lostAfter = async (change: (manners: Manners, shop: Shop) => void) => {
    const { shop, manners } = await shopWith();
    const dana = await begin(shop);
    const eve = await begin(shop, EVE);
    await dana.pay('dana@example.com');
    await eve.pay('eve@example.com');
    await dana.settle();
    change(manners, shop);
    await eve.settle();
    await shop.settleEverything();
    return { progress: await eve.progress(), mail: (await mailTo(shop, 'eve@example.com'))[0] };
  };

  it('gets it back in whole, and reads that it was refunded', async () => {
    const answers: ('pending' | 'refunded')[] = ['pending', 'refunded'];
    const { progress, mail } = await lostAfter((manners) => {
      manners.release = async () => 'already-collected';
      manners.refund = async () => answers.shift() ?? 'refunded';
    });
    expect(answers).toEqual([]);
    expect(progress).toMatchObject({ state: 'lost', money: { is: 'refunded' } });
    expect(mail?.subject).toBe('Your payment was refunded');
    expect(mail?.text).toContain('sold to another buyer. Your payment was refunded.');
  });

  it('reads the same of a provider that charges at once, whose release is a full refund', async () => {
    const { progress, mail } = await lostAfter((manners, shop) => {
      manners.profile = { ...shop.outside.payments.profile, chargeMode: 'charge' };
    });
    expect(progress).toMatchObject({ state: 'lost', money: { is: 'refunded' } });
    expect(mail?.subject).toBe('Your payment was refunded');
  });
});
