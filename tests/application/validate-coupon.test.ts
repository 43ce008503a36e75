import { describe, expect, it } from 'vitest';

import { WEEK } from '#domain/instant.ts';
import { someCoupon } from '#tests/domain/coupon.ts';
import { begin, shopWith } from './buyer.ts';
import { NOW, aLeadOnOffer, openShop } from './shop.ts';

const COUPONS = [
  someCoupon(),
  someCoupon({ code: 'FREE', discount: { kind: 'percent', basisPoints: 10_000 } }),
  someCoupon({ code: 'NEARLY', discount: { kind: 'amount', cents: 2_451 } }),
  someCoupon({ code: 'BIG', smallestPrice: 5_000 }),
  someCoupon({ code: 'USED', uses: 1, maxUses: 1 }),
  someCoupon({ code: 'OVER', endsAt: NOW }),
];

const check = async (code: string, leadId = 'lead-1') => {
  const shop = await openShop({ coupons: COUPONS });
  return shop.useCases.validateCoupon({ leadId, code, visitorHash: undefined });
};

describe('the coupon field', () => {
  it.each([
    ['WELCOME10', 2_250, 'New price: $22.50'],
    ['  welcome10 ', 2_250, 'New price: $22.50'],
    ['FREE', 0, 'New price: $0.00'],
  ])('answers the new price for %j', async (code, price, message) => {
    expect(await check(code)).toEqual({
      is: 'checked',
      valid: true,
      price,
      message,
      emailNeeded: false,
      gone: undefined,
    });
  });

  it.each([
    ['NOSUCHCODE', 'Coupon is invalid or has expired.'],
    ['no code at all!', 'Coupon is invalid or has expired.'],
    ['OVER', 'Coupon is invalid or has expired.'],
    ['USED', 'This coupon has been used up.'],
    ['BIG', 'This coupon is for leads of $50.00 or more.'],
    ['NEARLY', 'This coupon would leave $0.49 to pay, less than the smallest card payment of $0.50.'],
    ['', 'Enter a coupon code.'],
    ['  ', 'Enter a coupon code.'],
  ])('answers the list price and the reason for %j', async (code, message) => {
    expect(await check(code)).toEqual({
      is: 'checked',
      valid: false,
      price: 2_500,
      message,
      emailNeeded: false,
      gone: undefined,
    });
  });

  it('asks for an address when nothing is left to pay and no hosted page asks for it', async () => {
    const { shop, manners } = await shopWith({ coupons: COUPONS });
    manners.profile = { ...shop.outside.payments.profile, hostsFreeCheckout: false };
    const answers = await Promise.all(
      ['FREE', 'WELCOME10', 'NEARLY'].map((code) =>
        shop.useCases.validateCoupon({ leadId: 'lead-1', code, visitorHash: undefined }),
      ),
    );
    expect(answers).toMatchObject([
      { valid: true, price: 0, emailNeeded: true },
      { valid: true, price: 2_250, emailNeeded: false },
      { valid: false, price: 2_500, emailNeeded: false },
    ]);
  });

  it('says so when the lead is not to be had any more', async () => {
    const sold = { state: 'sold', listedAt: NOW, soldAt: NOW, purchaseId: 'other' } as const;
    const over = { state: 'listed', listedAt: NOW - WEEK } as const;
    for (const [standing, gone, message] of [
      [sold, 'sold', 'This lead has just been sold to another buyer. Your card was not charged.'],
      [over, 'not-offered', 'This lead is no longer offered. Your card was not charged.'],
    ] as const) {
      const shop = await openShop({ leads: [aLeadOnOffer({ standing })], coupons: COUPONS });
      const answer = await shop.useCases.validateCoupon({
        leadId: 'lead-1',
        code: 'WELCOME10',
        visitorHash: undefined,
      });
      expect(answer).toEqual({ is: 'checked', valid: false, price: 2_500, message, emailNeeded: false, gone });
    }
  });

  it('tells the browser that has bought the lead so, and no other one', async () => {
    const { shop } = await shopWith({ coupons: COUPONS });
    const dana = await begin(shop, { visitorHash: 'visitor of dana' });
    await dana.pay('dana@example.com');
    await dana.settle();
    const ask = (visitorHash: string | undefined) =>
      shop.useCases.validateCoupon({ leadId: 'lead-1', code: 'WELCOME10', visitorHash });
    expect(await ask('visitor of dana')).toMatchObject({
      gone: 'sold',
      message: expect.stringMatching(/^You have bought this lead already\./) as string,
    });
    for (const other of ['another visitor', undefined])
      expect(await ask(other)).toMatchObject({
        gone: 'sold',
        message: expect.stringMatching(/ sold to another buyer\./) as string,
      });
  });

  it('knows no lead of another id', async () => {
    expect(await check('WELCOME10', 'lead-2')).toEqual({ is: 'lead-unknown' });
  });

  it('changes nothing, however often it is asked', async () => {
    const shop = await openShop({ coupons: [someCoupon({ maxUses: 1 })] });
    for (let time = 0; time < 3; time += 1) {
      const answer = await shop.useCases.validateCoupon({
        leadId: 'lead-1',
        code: 'WELCOME10',
        visitorHash: undefined,
      });
      expect(answer).toMatchObject({ valid: true });
    }
    expect(await shop.coupon('WELCOME10')).toEqual(someCoupon({ maxUses: 1 }));
    expect(await shop.lead()).toEqual(aLeadOnOffer());
    expect(shop.queue.waiting()).toEqual([]);
  });
});
