import { describe, expect, test } from 'vitest';

import type { CreateCouponRequest } from '#application/create-coupon.ts';
import { DAY } from '#domain/instant.ts';
import { LARGEST_AMOUNT } from '#domain/money.ts';
import { begin } from './buyer.ts';
import { NOW, aLeadOnOffer, openShop } from './shop.ts';

const wish = (changes: Partial<CreateCouponRequest> = {}): CreateCouponRequest => ({
  code: 'SPRING',
  discount: { kind: 'percent', basisPoints: 1_250 },
  startsAt: undefined,
  endsAt: undefined,
  maxUses: undefined,
  smallestPrice: undefined,
  who: 'olga',
  ...changes,
});

describe('a new coupon', () => {
  test('counts at once, by its code in upper case', async () => {
    const { useCases } = await openShop();
    const created = await useCases.createCoupon(wish({ code: '  spring ' }));
    expect(created).toMatchObject({ is: 'created', coupon: { code: 'SPRING', uses: 0, active: true } });
    expect(await useCases.validateCoupon({ leadId: 'lead-1', code: 'spring', visitorHash: undefined })).toMatchObject({
      valid: true,
      price: 2_187,
    });
  });

  test('counts from its first instant to before its last, as often as it may', async () => {
    const { useCases, clock } = await openShop();
    await useCases.createCoupon(wish({ startsAt: NOW + DAY, endsAt: NOW + 2 * DAY, maxUses: 3, smallestPrice: 2_500 }));
    const isValid = async () => {
      const check = await useCases.validateCoupon({ leadId: 'lead-1', code: 'SPRING', visitorHash: undefined });
      return check.is === 'checked' && check.valid;
    };
    expect(await isValid()).toBe(false);
    clock.step(DAY);
    expect(await isValid()).toBe(true);
    clock.step(DAY);
    expect(await isValid()).toBe(false);
  });

  test('keeps what it is limited to', async () => {
    const ids = ['lead-1', 'lead-2', 'lead-3', 'lead-4'];
    const cheap = aLeadOnOffer({ id: 'cheap', price: 2_499 });
    const shop = await openShop({ leads: [...ids.map((id) => aLeadOnOffer({ id })), cheap] });
    const limits = { maxUses: 3, smallestPrice: 2_500 };
    expect(await shop.useCases.createCoupon(wish(limits))).toMatchObject({ is: 'created', coupon: limits });
    expect(await shop.coupon('SPRING')).toMatchObject(limits);
    const isValid = async (leadId: string) => {
      const check = await shop.useCases.validateCoupon({ leadId, code: 'SPRING', visitorHash: undefined });
      return check.is === 'checked' && check.valid;
    };
    expect(await isValid('cheap')).toBe(false);
    for (const leadId of ids.slice(0, 3)) {
      expect(await isValid(leadId)).toBe(true);
      const buyer = await begin(shop, { leadId, codeTyped: 'SPRING' });
      await buyer.pay('dana@example.com');
      await buyer.settle();
    }
    expect(await isValid('lead-4')).toBe(false);
  });

  test('is kept in the audit with its operator, in the same transaction', async () => {
    const { useCases, outside } = await openShop();
    await useCases.createCoupon(wish({ discount: { kind: 'amount', cents: 1_000 } }));
    expect(await outside.ledger.audit(10)).toEqual([
      {
        id: expect.any(String) as unknown,
        at: NOW,
        who: 'olga',
        action: 'coupon-create',
        subject: 'SPRING',
        note: '$10.00 off',
      },
    ]);
  });

  test('never takes a code that there is, in any case, also of a stopped coupon', async () => {
    const { useCases, outside } = await openShop();
    await useCases.createCoupon(wish());
    await useCases.stopCoupon({ code: 'SPRING', who: 'olga' });
    expect(await useCases.createCoupon(wish({ code: 'Spring' }))).toEqual({ is: 'exists', code: 'SPRING' });
    expect(await outside.ledger.audit(10)).toHaveLength(2);
    expect(await outside.ledger.coupons()).toMatchObject([{ code: 'SPRING', active: false }]);
  });

  test('made by two at once is made once', async () => {
    const { useCases, outside } = await openShop();
    const made = await Promise.all([useCases.createCoupon(wish()), useCases.createCoupon(wish())]);
    expect(made.map(({ is }) => is).toSorted()).toEqual(['created', 'exists']);
    expect(await outside.ledger.audit(10)).toHaveLength(1);
  });

  test.each<[Partial<CreateCouponRequest>]>([
    [{ discount: { kind: 'percent', basisPoints: 1 } }],
    [{ discount: { kind: 'percent', basisPoints: 10_000 } }],
    [{ discount: { kind: 'amount', cents: 1 } }],
    [{ discount: { kind: 'amount', cents: LARGEST_AMOUNT } }],
    [{ maxUses: 1 }],
    [{ maxUses: 1_000_000 }],
    [{ smallestPrice: 0 }],
    [{ smallestPrice: LARGEST_AMOUNT }],
    [{ startsAt: NOW - DAY, endsAt: NOW + 1 }],
  ])('may be as little or as much as %j', async (changes) => {
    const { useCases } = await openShop();
    expect(await useCases.createCoupon(wish(changes))).toMatchObject({ is: 'created', coupon: changes });
  });

  test.each<[string, Partial<CreateCouponRequest>]>([
    ['bad-code', { code: 'TEN OFF' }],
    ['bad-code', { code: '' }],
    ['bad-discount', { discount: { kind: 'percent', basisPoints: 0 } }],
    ['bad-discount', { discount: { kind: 'percent', basisPoints: 10_001 } }],
    ['bad-discount', { discount: { kind: 'percent', basisPoints: 12.5 } }],
    ['bad-discount', { discount: { kind: 'amount', cents: 0 } }],
    ['bad-discount', { discount: { kind: 'amount', cents: 10_000_000 } }],
    ['bad-uses', { maxUses: 0 }],
    ['bad-uses', { maxUses: 1.5 }],
    ['bad-uses', { maxUses: 1_000_001 }],
    ['bad-price', { smallestPrice: -1 }],
    ['bad-price', { smallestPrice: LARGEST_AMOUNT + 1 }],
    ['ends-before-start', { startsAt: NOW + DAY, endsAt: NOW + DAY }],
    ['ends-in-the-past', { endsAt: NOW }],
    ['ends-in-the-past', { startsAt: NOW - DAY, endsAt: NOW }],
    ['ends-in-the-past', { startsAt: NOW - 2 * DAY, endsAt: NOW - DAY }],
  ])('is refused: %s', async (reason, changes) => {
    const { useCases, outside } = await openShop();
    expect(await useCases.createCoupon(wish(changes))).toEqual({ is: reason });
    expect(await outside.ledger.coupons()).toEqual([]);
    expect(await outside.ledger.audit(10)).toEqual([]);
  });
});

describe('a stopped coupon', () => {
  test('no longer counts, and the audit says how often it was used', async () => {
    const { useCases, outside } = await openShop();
    await useCases.createCoupon(wish());
    expect(await useCases.stopCoupon({ code: ' spring', who: 'otto' })).toEqual({ is: 'stopped', code: 'SPRING' });
    expect(await useCases.validateCoupon({ leadId: 'lead-1', code: 'SPRING', visitorHash: undefined })).toMatchObject({
      valid: false,
    });
    expect((await outside.ledger.audit(10)).find(({ action }) => action === 'coupon-stop')).toMatchObject({
      who: 'otto',
      subject: 'SPRING',
      note: 'used 0 times',
    });
  });

  test('is stopped once, however often that is asked', async () => {
    const { useCases, outside } = await openShop();
    await useCases.createCoupon(wish());
    await useCases.stopCoupon({ code: 'SPRING', who: 'olga' });
    expect(await useCases.stopCoupon({ code: 'SPRING', who: 'olga' })).toEqual({ is: 'already', code: 'SPRING' });
    expect(await outside.ledger.audit(10)).toHaveLength(2);
  });

  test.each(['NONE', 'no code', ''])('that was never made is unknown: %j', async (code) => {
    const { useCases, outside } = await openShop();
    expect(await useCases.stopCoupon({ code, who: 'olga' })).toEqual({ is: 'unknown' });
    expect(await outside.ledger.audit(10)).toEqual([]);
  });
});
