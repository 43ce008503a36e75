import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  couponCode,
  couponMessage,
  couponState,
  discountOf,
  discountText,
  giveBackUse,
  isDiscount,
  priceWithCoupon,
  stop,
  takeUse,
} from '#domain/coupon.ts';
import type { Coupon } from '#domain/coupon.ts';
import { LARGEST_AMOUNT } from '#domain/money.ts';
import { aCoupon, anAmount, anInstant } from '#tests/support/arbitrary.ts';
import { holds } from '#tests/support/property.ts';
import { someCoupon } from './coupon.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');

const percent = (basisPoints: number): Coupon => someCoupon({ discount: { kind: 'percent', basisPoints } });
const amount = (cents: number): Coupon => someCoupon({ discount: { kind: 'amount', cents } });

const priced = (wanted: Coupon | undefined, price: number, now = NOW) =>
  priceWithCoupon(wanted, price, { now, smallestCharge: 50 });

describe('a coupon code', () => {
  it.each([
    ['welcome10', 'WELCOME10'],
    ['  Welcome10\n', 'WELCOME10'],
    ['a', 'A'],
    ['A_B-9', 'A_B-9'],
    ['x'.repeat(40), 'X'.repeat(40)],
    ['\u202AWELCOME10\u202C', 'WELCOME10'],
    ['WELCOME10\u200B ', 'WELCOME10'],
  ])('is trimmed and upper-cased: %j is %s', (text, code) => {
    expect(couponCode(text)).toBe(code);
  });

  it.each(['', '  ', 'x'.repeat(41), 'TEN OFF', 'TEN%', 'TEN.OFF', 'straße', 'ﬁve', 'ſave', 'GRÜN', 'A\0B'])(
    'is 1–40 of A–Z 0–9 - _, so %j is none',
    (text) => {
      expect(couponCode(text)).toBeUndefined();
    },
  );
});

describe('a discount', () => {
  it.each([
    [1_000, 2_500, 250],
    [1_000, 1_995, 200],
    [1_000, 1_994, 199],
    [5_000, 1_999, 1_000],
    [5_000, 1, 1],
    [3_333, 100, 33],
    [1_250, 996, 125],
    [1, 4_999, 0],
    [1, 5_000, 1],
    [10_000, 1_999, 1_999],
    [0, 1_999, 0],
  ])('of %d basis points off %d cents rounds half a cent up: %d', (basisPoints, price, discount) => {
    expect(discountOf(percent(basisPoints), price)).toBe(discount);
  });

  it('rounds each half cent exactly as whole numbers say', async () => {
    await holds(
      fc.property(anAmount(), fc.integer({ min: 0, max: 10_000 }), (price, basisPoints) => {
        const exact = BigInt(price) * BigInt(basisPoints);
        const rounded = exact / 10_000n + (exact % 10_000n >= 5_000n ? 1n : 0n);
        return BigInt(discountOf(percent(basisPoints), price)) === rounded;
      }),
    );
  });

  it('is never more than the price', () => {
    expect(discountOf(amount(1_000), 2_500)).toBe(1_000);
    expect(discountOf(amount(1_000), 999)).toBe(999);
    expect(discountOf(percent(20_000), 999)).toBe(999);
  });
});

describe('a discount that a coupon may be made with', () => {
  it.each([
    [{ kind: 'percent', basisPoints: 1 }, '0.01 %', true],
    [{ kind: 'percent', basisPoints: 1_000 }, '10 %', true],
    [{ kind: 'percent', basisPoints: 10_000 }, '100 %', true],
    [{ kind: 'percent', basisPoints: 0 }, '0 %', false],
    [{ kind: 'percent', basisPoints: 10_001 }, '100.01 %', false],
    [{ kind: 'percent', basisPoints: 0.5 }, '0.005 %', false],
    [{ kind: 'amount', cents: 1 }, '$0.01', true],
    [{ kind: 'amount', cents: LARGEST_AMOUNT }, '$99,999.99', true],
    [{ kind: 'amount', cents: 0 }, '$0.00', false],
    [{ kind: 'amount', cents: LARGEST_AMOUNT + 1 }, '$100,000.00', false],
  ] as const)('%o reads %s: %s', (discount, text, may) => {
    expect([discountText(discount), isDiscount(discount)]).toEqual([text, may]);
  });
});

describe('the price after a coupon', () => {
  it.each([
    ['10 % off $25.00', percent(1_000), 2_500, 2_250],
    ['$10 off $25.00', amount(1_000), 2_500, 1_500],
    ['$10 off $10.00', amount(1_000), 1_000, 0],
    ['100 % off', percent(10_000), 2_500, 0],
    ['exactly the smallest charge left', amount(1_000), 1_050, 50],
  ])('is what is left: %s', (_, wanted, price, discountedPrice) => {
    expect(priced(wanted, price)).toEqual({ valid: true, discountedPrice });
  });

  it('is 0 or at least the smallest charge, else the coupon is refused with the reason', () => {
    expect(priced(amount(1_000), 1_001)).toMatchObject({ reason: 'rest-too-small', rest: 1 });
    const answer = priced(amount(1_000), 1_049);
    expect(answer).toEqual({ valid: false, reason: 'rest-too-small', rest: 49, smallestCharge: 50 });
    expect(!answer.valid && couponMessage(answer)).toBe(
      'This coupon would leave $0.49 to pay, less than the smallest card payment of $0.50.',
    );
  });

  it('is never negative, never above the list price, and 0 or at least the smallest charge', async () => {
    await holds(
      fc.property(
        aCoupon(),
        anAmount(),
        anInstant(),
        fc.integer({ min: 1, max: 100 }),
        (any, price, now, smallestCharge) => {
          const answer = priceWithCoupon(any, price, { now, smallestCharge });
          if (!answer.valid) return couponMessage(answer).length > 0;
          const { discountedPrice } = answer;
          const isPayable = discountedPrice === 0 || discountedPrice >= smallestCharge;
          return Number.isSafeInteger(discountedPrice) && discountedPrice >= 0 && discountedPrice <= price && isPayable;
        },
      ),
      { numRuns: 200 },
    );
  });

  it('counts from the first instant of the coupon to the last before its end', () => {
    const running = someCoupon({ startsAt: NOW, endsAt: NOW + 1_000 });
    const isValidAt = (now: number): boolean => priced(running, 2_500, now).valid;
    expect([NOW - 1, NOW, NOW + 999, NOW + 1_000].map(isValidAt)).toEqual([false, true, true, false]);
  });

  it.each([
    ['unknown', undefined],
    ['stopped', someCoupon({ active: false })],
    ['early', someCoupon({ startsAt: NOW + 1 })],
    ['expired', someCoupon({ endsAt: NOW })],
    ['stopped and used up', someCoupon({ active: false, maxUses: 0 })],
  ])('is not for %s coupons, and nobody can tell which of these it was', (_, wanted) => {
    const answer = priced(wanted, 2_500);
    expect(answer).toEqual({ valid: false, reason: 'invalid' });
    expect(!answer.valid && couponMessage(answer)).toBe('Coupon is invalid or has expired.');
  });

  it('is not for a lead below the smallest price of the coupon', () => {
    const wanted = someCoupon({ smallestPrice: 2_000 });
    expect(priced(wanted, 2_000).valid).toBe(true);
    const answer = priced(wanted, 1_999);
    expect(answer).toEqual({ valid: false, reason: 'price-too-low', smallestPrice: 2_000 });
    expect(!answer.valid && couponMessage(answer)).toBe('This coupon is for leads of $20.00 or more.');
  });

  it('is not for a coupon that is used up', () => {
    expect(priced(someCoupon({ uses: 1, maxUses: 2 }), 2_500).valid).toBe(true);
    const answer = priced(someCoupon({ uses: 2, maxUses: 2 }), 2_500);
    expect(answer).toEqual({ valid: false, reason: 'used-up' });
    expect(!answer.valid && couponMessage(answer)).toBe('This coupon has been used up.');
  });
});

describe('what keeps a coupon from being used', () => {
  it.each([
    ['active', someCoupon({ startsAt: NOW, endsAt: NOW + 1, uses: 1, maxUses: 2 })],
    ['used-up', someCoupon({ uses: 2, maxUses: 2 })],
    ['scheduled', someCoupon({ startsAt: NOW + 1, maxUses: 0 })],
    ['ended', someCoupon({ endsAt: NOW, maxUses: 0 })],
    ['stopped', someCoupon({ active: false, endsAt: NOW })],
  ] as const)('is told by its state: %s', (state, wanted) => {
    expect(couponState(wanted, NOW)).toBe(state);
  });

  it('is its stop, once: whatever else it holds stays', () => {
    const used = someCoupon({ uses: 2, maxUses: 5 });
    const stopped = stop(used);
    expect(stopped).toEqual({ ...used, active: false });
    expect(stopped && [couponState(stopped, NOW), stop(stopped)]).toEqual(['stopped', undefined]);
  });
});

describe('the uses of a coupon', () => {
  it('are never more than its limit, whatever is used and given back in any order', async () => {
    await holds(
      fc.property(aCoupon(), fc.array(fc.boolean(), { maxLength: 30 }), (any, uses) => {
        let now = any;
        for (const isUse of uses) {
          const next: Coupon | undefined = isUse ? takeUse(now) : giveBackUse(now);
          expect(next === undefined).toBe(isUse && now.uses === now.maxUses);
          if (next === undefined) continue;
          expect(next).toEqual({ ...now, uses: Math.max(0, now.uses + (isUse ? 1 : -1)) });
          now = next;
        }
      }),
      { numRuns: 50 },
    );
  });
});
