import { describe, expect, it } from 'vitest';

import { BUYER_MEMORY, forgetBuyer, isToForget } from '#domain/purchase-memory.ts';
import { DAY } from '#domain/instant.ts';
import type { Purchase, PurchaseProgress } from '#domain/purchase.ts';
import { aPurchaseOf, paid, refund } from './purchase.ts';

const END = Date.UTC(2026, 10, 18);
const terms = { version: '1', textHash: 'h', acceptedAt: END, clientAddress: '203.0.113.7', userAgent: 'a browser' };

const lost = (money: Extract<PurchaseProgress, { readonly state: 'lost' }>['money']): PurchaseProgress => ({
  state: 'lost',
  lostAt: END,
  reason: 'sold',
  buyerEmail: 'dana@example.com',
  money,
});

const ended: readonly (readonly [string, PurchaseProgress])[] = [
  ['was abandoned', { state: 'abandoned', abandonedAt: END }],
  ['was lost before anything was paid', lost({ is: 'untouched' })],
  ['was lost, its money released', lost({ is: 'released', paymentRef: 'pi_1' })],
  ['was lost, its money refunded', lost({ is: 'refunded', paymentRef: 'pi_1' })],
  ['has lapsed', { state: 'lapsed', lapsedAt: END, buyerEmail: 'dana@example.com' }],
];

const kept: readonly (readonly [string, PurchaseProgress])[] = [
  ['is open', { state: 'open' }],
  ['is won', { state: 'won', wonAt: END, buyerEmail: 'dana@example.com', paymentRef: 'pi_1' }],
  ['is settled', { state: 'settled', ...paid }],
  ['is being refunded', { state: 'refunding', ...paid, ...refund }],
  ['was refunded', { state: 'refunded', refundedAt: END, ...paid, ...refund }],
  ['was lost, its money still held', lost({ is: 'held', paymentRef: 'pi_1' })],
];

const bought = (progress: PurchaseProgress, changes: Partial<Purchase> = {}): Purchase =>
  aPurchaseOf('lead-1', { progress, terms, userId: 'user-1', ...changes });

describe('a purchase that came to nothing', () => {
  it('tells of its buyer for 90 days', () => {
    expect(BUYER_MEMORY).toBe(90 * DAY);
  });

  it.each(ended)('is to forget its buyer, from the instant on: one that %s', (_, progress) => {
    expect(isToForget(bought(progress), END)).toBe(true);
    expect(isToForget(bought(progress), END - 1)).toBe(false);
  });

  it.each(ended)('forgets address, browser, account and e-mail, once: one that %s', (_, progress) => {
    const forgotten = forgetBuyer(bought(progress));
    expect(JSON.stringify(forgotten)).not.toMatch(/203\.0\.113\.7|a browser|user-1|dana/);
    expect(isToForget(forgotten, END)).toBe(false);
    expect(forgotten).toMatchObject({ id: 'purchase', price: 2_500, progress: { state: progress.state } });
  });

  it.each(ended)('is to forget an e-mail address alone, too: one that %s', (_, progress) => {
    const hasEmail = 'buyerEmail' in progress;
    expect(isToForget(bought(progress, { terms: undefined, userId: undefined }), END)).toBe(hasEmail);
  });

  it('is to forget an address and a browser alone, or an account alone', () => {
    const abandoned = { state: 'abandoned', abandonedAt: END } as const;
    expect(isToForget(bought(abandoned, { userId: undefined }), END)).toBe(true);
    expect(isToForget(bought(abandoned, { terms: undefined }), END)).toBe(true);
  });

  it('has nothing to forget where nothing was known', () => {
    expect(isToForget(aPurchaseOf('lead-1', { progress: { state: 'abandoned', abandonedAt: END } }), END)).toBe(false);
  });

  it.each(kept)('is none while it %s: the buyer stays known', (_, progress) => {
    expect(isToForget(bought(progress), Number.MAX_SAFE_INTEGER)).toBe(false);
  });
});
