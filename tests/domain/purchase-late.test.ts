import { describe, expect, it } from 'vitest';

import type { LoserMoney, PurchaseProgress } from '#domain/purchase.ts';
import { isUnfinished, moneyHeldSince } from '#domain/purchase-check.ts';
import { mayBePaidLate, payTooLate } from '#domain/purchase-late.ts';
import { aPurchaseOf, paid, refund } from './purchase.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const PAYMENT = { paymentRef: 'pi_1', email: 'dana@example.com' };

const lostWith = (money: LoserMoney): PurchaseProgress => ({
  state: 'lost',
  lostAt: NOW - 1,
  reason: 'sold',
  buyerEmail: undefined,
  money,
});

const ABANDONED: PurchaseProgress = { state: 'abandoned', abandonedAt: NOW - 1 };
const UNTOUCHED = lostWith({ is: 'untouched' });

const of = (progress: PurchaseProgress, changes = {}) => aPurchaseOf('lead', { progress, ...changes });

describe('a purchase that was paid after it had come to nothing', () => {
  it('is lost, and its money must go back, held since now', () => {
    const late = payTooLate(of(ABANDONED), PAYMENT, NOW);
    expect(late?.progress).toEqual({
      state: 'lost',
      lostAt: NOW,
      reason: 'paid-too-late',
      buyerEmail: 'dana@example.com',
      money: { is: 'held', paymentRef: 'pi_1' },
    });
    expect(late && [isUnfinished(late), moneyHeldSince(late)]).toEqual([true, NOW]);
    expect(late?.check).toEqual({ at: NOW, count: 0 });
  });

  it('keeps the reason that its buyer was told already', () => {
    expect(payTooLate(of(UNTOUCHED), PAYMENT, NOW)?.progress).toMatchObject({
      reason: 'sold',
      buyerEmail: 'dana@example.com',
      money: { is: 'held' },
    });
  });

  it('may have no address to write to', () => {
    const late = payTooLate(of(ABANDONED), { ...PAYMENT, email: undefined }, NOW);
    expect(late?.progress).toMatchObject({ state: 'lost', buyerEmail: undefined, money: { is: 'held' } });
  });

  it.each<[string, PurchaseProgress]>([
    ['open', { state: 'open' }],
    ['won', { state: 'won', wonAt: NOW, buyerEmail: 'dana@example.com', paymentRef: 'pi_1' }],
    ['settled', { state: 'settled', ...paid }],
    ['refunding', { state: 'refunding', ...paid, ...refund }],
    ['refunded', { state: 'refunded', refundedAt: NOW, ...paid, ...refund }],
    ['lapsed', { state: 'lapsed', lapsedAt: NOW, buyerEmail: 'dana@example.com' }],
    ['lost with money held', lostWith({ is: 'held', paymentRef: 'pi_1' })],
    ['lost with money let go', lostWith({ is: 'released', paymentRef: 'pi_1' })],
    ['lost with money sent back', lostWith({ is: 'refunded', paymentRef: 'pi_1' })],
  ])('is none that is %s', (_, progress) => {
    expect(mayBePaidLate(of(progress))).toBe(false);
    expect(payTooLate(of(progress), PAYMENT, NOW)).toBeUndefined();
  });

  it.each([ABANDONED, UNTOUCHED])('had a page with something to pay: $state', (progress) => {
    expect(mayBePaidLate(of(progress))).toBe(true);
    for (const changes of [{ checkout: undefined }, { price: 0 }])
      expect(mayBePaidLate(of(progress, changes))).toBe(false);
  });
});
