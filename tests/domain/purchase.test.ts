import { describe, expect, it } from 'vitest';

import { DAY, HOUR, MINUTE } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import { abandonText, fateOfMoney, lapseText, lossText } from '#domain/loss.ts';
import type { MoneyFate } from '#domain/loss.ts';
import { holdsLead, lineItemOf } from '#domain/purchase.ts';
import type { LoserMoney, LossReason, Purchase, PurchaseProgress } from '#domain/purchase.ts';
import { isUnfinished, moneyHeldSince, postpone } from '#domain/purchase-check.ts';
import { abandon, closeUnpaid, decide, giveBackMoney, lapse, settle } from '#domain/purchase-steps.ts';
import type { Decision, Payment } from '#domain/purchase-steps.ts';
import { someCoupon } from './coupon.ts';
import { aPurchaseOf, paid, refund } from './purchase.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');

const listed: Lead = {
  id: 'lead',
  place: { city: 'Austin', state: 'TX' },
  contact: { firstName: 'Ann', lastName: 'Lee', email: undefined, phone: undefined, address1: undefined },
  description: '',
  price: 2_500,
  standing: { state: 'listed', listedAt: NOW - DAY },
};
const soldToOther: Lead = {
  ...listed,
  standing: { state: 'sold', listedAt: NOW - DAY, soldAt: NOW - 1, purchaseId: 'other' },
};
const vaulted: Lead = { ...listed, standing: { state: 'vaulted', listedAt: NOW - 8 * DAY, vaultedAt: NOW - DAY } };
const withdrawn: Lead = { ...listed, standing: { state: 'withdrawn', listedAt: NOW - DAY, withdrawnAt: NOW - 1 } };

const open = aPurchaseOf('lead', { price: 2_500 });
const withCoupon: Purchase = { ...open, price: 2_250, couponCode: 'WELCOME10' };
const payment: Payment = { paymentRef: 'pi_1', amount: 2_500, email: 'dana@example.com' };

const at = (progress: PurchaseProgress): Purchase => ({ ...open, progress });
const won = at({ state: 'won', wonAt: NOW - 1, buyerEmail: 'dana@example.com', paymentRef: 'pi_1' });
const settled = at({ state: 'settled', ...paid });
const refunding = at({ state: 'refunding', ...paid, ...refund });
const refunded = at({ state: 'refunded', refundedAt: NOW, ...paid, ...refund });
const lostHeld = at({
  state: 'lost',
  lostAt: NOW - 1,
  reason: 'sold',
  buyerEmail: 'dana@example.com',
  money: { is: 'held', paymentRef: 'pi_1' },
});
const lostUntouched = at({
  state: 'lost',
  lostAt: NOW - 1,
  reason: 'sold',
  buyerEmail: undefined,
  money: { is: 'untouched' },
});
const abandoned = at({ state: 'abandoned', abandonedAt: NOW - 1 });
const lapsed = at({ state: 'lapsed', lapsedAt: NOW - 1, buyerEmail: 'dana@example.com' });

const lossOf = (decision: Decision | undefined) =>
  decision?.outcome === 'lost' && decision.purchase.progress.state === 'lost' ? decision.purchase.progress : undefined;

describe('the decision', () => {
  it('gives the lead to the first to pay', () => {
    const decision = decide(open, listed, undefined, payment, NOW);
    expect(decision?.outcome).toBe('won');
    expect(decision?.purchase.progress).toEqual({
      state: 'won',
      wonAt: NOW,
      buyerEmail: 'dana@example.com',
      paymentRef: 'pi_1',
    });
    expect(decision?.outcome === 'won' && decision.lead.standing).toEqual({
      state: 'sold',
      listedAt: NOW - DAY,
      soldAt: NOW,
      purchaseId: open.id,
    });
  });

  it.each<[LossReason, string, Lead, Payment]>([
    ['sold', 'a sold lead', soldToOther, payment],
    ['not-offered', 'a vaulted lead', vaulted, payment],
    ['not-offered', 'a withdrawn lead', withdrawn, payment],
    ['amount-differs', 'a cent less than the price', listed, { ...payment, amount: 2_499 }],
    ['amount-differs', 'a cent more than the price', listed, { ...payment, amount: 2_501 }],
  ])('loses, because "%s", for %s, and what is held must go back', (reason, _, lead, paid) => {
    const decision = decide(open, lead, undefined, paid, NOW);
    expect(lossOf(decision)).toEqual({
      state: 'lost',
      lostAt: NOW,
      reason,
      buyerEmail: 'dana@example.com',
      money: { is: 'held', paymentRef: 'pi_1' },
    });
    expect(decision && isUnfinished(decision.purchase)).toBe(true);
  });

  it('loses when nobody knows where the lead could be sent to, and what is held must go back', () => {
    const decision = decide(open, listed, undefined, { ...payment, email: undefined }, NOW);
    expect(lossOf(decision)).toEqual({
      state: 'lost',
      lostAt: NOW,
      reason: 'no-address',
      buyerEmail: undefined,
      money: { is: 'held', paymentRef: 'pi_1' },
    });
  });

  it('has nothing to give back to the loser of a free checkout', () => {
    const free = decide(
      { ...open, price: 0 },
      soldToOther,
      undefined,
      { ...payment, paymentRef: undefined, amount: 0 },
      NOW,
    );
    expect(lossOf(free)?.money).toEqual({ is: 'untouched' });
    expect(lossOf(free)?.buyerEmail).toBe('dana@example.com');
  });

  it('counts one use of the coupon', () => {
    const paid = { ...payment, amount: 2_250 };
    const decision = decide(withCoupon, listed, someCoupon({ uses: 4, maxUses: 5 }), paid, NOW);
    expect(decision?.outcome === 'won' && decision.coupon?.uses).toBe(5);
  });

  it('loses when the last use of the coupon went to somebody else meanwhile', () => {
    const paid = { ...payment, amount: 2_250 };
    expect(lossOf(decide(withCoupon, listed, someCoupon({ uses: 5, maxUses: 5 }), paid, NOW))?.reason).toBe(
      'coupon-used-up',
    );
    expect(lossOf(decide(withCoupon, listed, undefined, paid, NOW))?.reason).toBe('coupon-used-up');
  });

  it('keeps the price that was promised, although the coupon has ended meanwhile', () => {
    const ended = someCoupon({ endsAt: NOW - 1, active: false });
    expect(decide(withCoupon, listed, ended, { ...payment, amount: 2_250 }, NOW)?.outcome).toBe('won');
  });

  it.each([won, settled, refunding, refunded, lostHeld, lostUntouched, abandoned, lapsed])(
    'is made once: never of a $progress.state purchase',
    (purchase) => {
      expect(decide(purchase, listed, undefined, payment, NOW)).toBeUndefined();
    },
  );

  it('is due for the sweep at once, should this process end here', () => {
    const before = { ...open, check: { at: NOW + HOUR, count: 7 } };
    for (const lead of [listed, soldToOther])
      expect(decide(before, lead, undefined, payment, NOW)?.purchase.check).toEqual({ at: NOW, count: 0 });
  });
});

describe('a purchase', () => {
  it('is settled only after it was won, with its delivery queued', () => {
    expect(settle(won, NOW)?.progress).toEqual({
      state: 'settled',
      wonAt: NOW - 1,
      settledAt: NOW,
      buyerEmail: 'dana@example.com',
      paymentRef: 'pi_1',
      delivery: { state: 'queued' },
      contactLeftAt: undefined,
      resends: 0,
    });
    for (const other of [open, settled, refunding, refunded, lostHeld, abandoned, lapsed])
      expect(settle(other, NOW)).toBeUndefined();
  });

  it('lapses only after it was won', () => {
    expect(lapse(won, NOW)?.progress).toEqual({ state: 'lapsed', lapsedAt: NOW, buyerEmail: 'dana@example.com' });
    for (const other of [open, settled, refunding, refunded, lostHeld, abandoned, lapsed])
      expect(lapse(other, NOW)).toBeUndefined();
  });

  it('is given up only while it is open', () => {
    expect(abandon(open, NOW)?.progress).toEqual({ state: 'abandoned', abandonedAt: NOW });
    for (const other of [won, settled, refunding, refunded, lostHeld, abandoned, lapsed])
      expect(abandon(other, NOW)).toBeUndefined();
  });

  it('whose page closed unpaid is abandoned, or lost if the lead was sold or withdrawn meanwhile, or its week is over', () => {
    expect(closeUnpaid(open, listed, NOW)?.progress.state).toBe('abandoned');
    expect(closeUnpaid(open, undefined, NOW)?.progress.state).toBe('abandoned');
    const losses = [
      [soldToOther, 'sold'],
      [withdrawn, 'not-offered'],
      [vaulted, 'not-offered'],
    ] as const;
    for (const [lead, reason] of losses)
      expect(closeUnpaid(open, lead, NOW)?.progress).toEqual({
        state: 'lost',
        lostAt: NOW,
        reason,
        buyerEmail: undefined,
        money: { is: 'untouched' },
      });
    for (const other of [won, settled, refunding, refunded, lostHeld, abandoned, lapsed])
      expect(closeUnpaid(other, soldToOther, NOW)).toBeUndefined();
  });

  it('gets held money back once, and only if it lost', () => {
    for (const how of ['released', 'refunded'] as const) {
      const returned = giveBackMoney(lostHeld, how);
      expect(returned?.progress.state === 'lost' && returned.progress.money).toEqual({ is: how, paymentRef: 'pi_1' });
      expect(returned && giveBackMoney(returned, how)).toBeUndefined();
      expect(returned && isUnfinished(returned)).toBe(false);
    }
    for (const other of [open, won, settled, refunding, refunded, lostUntouched, abandoned, lapsed])
      expect(giveBackMoney(other, 'released')).toBeUndefined();
  });

  it('is unfinished while the provider has to be asked or told about it', () => {
    for (const purchase of [open, won, lostHeld, refunding]) expect(isUnfinished(purchase)).toBe(true);
    for (const purchase of [settled, refunded, lostUntouched, abandoned, lapsed])
      expect(isUnfinished(purchase)).toBe(false);
  });

  it('holds money from the decision until that is collected or let go', () => {
    for (const purchase of [won, lostHeld]) expect(moneyHeldSince(purchase)).toBe(NOW - 1);
    const free = at({ state: 'won', wonAt: NOW - 1, buyerEmail: 'dana@example.com', paymentRef: undefined });
    for (const purchase of [open, free, settled, refunding, refunded, lostUntouched, abandoned, lapsed])
      expect(moneyHeldSince(purchase)).toBeUndefined();
  });

  it('is looked at by the sweep after 1, 2, 4, 8 … minutes, at most an hour', () => {
    let purchase: Purchase = { ...open, check: { at: NOW, count: 0 } };
    const pauses = Array.from({ length: 8 }, () => {
      purchase = postpone(purchase, NOW);
      return (purchase.check.at - NOW) / MINUTE;
    });
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(postpone({ ...open, check: { at: NOW, count: 5_000 } }, NOW).check).toEqual({
      at: NOW + HOUR,
      count: 5_001,
    });
  });

  it("is of the line item 'Buyer Lead in {city}'", () => {
    expect(lineItemOf({ city: 'Austin', state: 'TX' })).toBe('Buyer Lead in Austin');
  });
});

describe('what a loser reads', () => {
  it.each<[LossReason, string]>([
    ['sold', 'This lead has just been sold to another buyer.'],
    ['not-offered', 'This lead is no longer offered.'],
    ['coupon-used-up', 'The last use of your coupon was taken by a payment before yours.'],
    ['amount-differs', 'The amount paid was not the price of the lead.'],
    ['no-address', 'The payment came without an email address that the lead could be sent to.'],
    ['paid-too-late', 'Your payment came after this checkout had closed.'],
  ])('names the reason "%s" and that nothing was charged, or that it was refunded', (reason, sentence) => {
    expect(lossText(reason, 'never-taken')).toBe(`${sentence} Your card was not charged.`);
    expect(lossText(reason, 'back')).toBe(`${sentence} Your payment was refunded.`);
  });

  it('says what became of the money when a provider charges at once', () => {
    expect(lossText('sold', 'on-its-way-back')).toMatch(/ Your payment is being refunded\.$/);
    expect(lossText('sold', 'back-if-taken')).toMatch(/ If your card was charged, the payment was refunded\.$/);
  });

  it.each<[string, LoserMoney, string | undefined, MoneyFate, MoneyFate]>([
    ['that is held', { is: 'held', paymentRef: 'pi' }, 'dana@example.com', 'never-taken', 'on-its-way-back'],
    ['that was released', { is: 'released', paymentRef: 'pi' }, 'dana@example.com', 'never-taken', 'never-taken'],
    ['that was refunded', { is: 'refunded', paymentRef: 'pi' }, 'dana@example.com', 'back', 'back'],
    ['of a free checkout', { is: 'untouched' }, 'dana@example.com', 'never-taken', 'never-taken'],
    ['of a page that closed', { is: 'untouched' }, undefined, 'never-taken', 'back-if-taken'],
  ])('knows of money %s whether it was taken', (_, money, buyerEmail, authorised, charged) => {
    const lost = { state: 'lost', lostAt: NOW, reason: 'sold', buyerEmail, money } as const;
    expect(fateOfMoney(lost, 'authorise')).toBe(authorised);
    expect(fateOfMoney(lost, 'charge')).toBe(charged);
  });

  it('says of an abandoned purchase that nothing was charged, or that it was refunded', () => {
    expect(abandonText('authorise')).toBe('This checkout was closed before it was paid. Your card was not charged.');
    expect(abandonText('charge')).toBe(
      'This checkout has ended without a sale. If your card was charged, the payment was refunded.',
    );
  });

  it('says of a lapsed purchase that the lead was not sold to them', () => {
    expect(lapseText('authorise')).toBe('Your card could not be charged, so the lead was not sold to you.');
    expect(lapseText('charge')).toBe('Your payment was refunded, so the lead was not sold to you.');
  });
});

describe('a lead', () => {
  it.each([
    ['open', false],
    ['won', true],
    ['settled', true],
    ['refunding', true],
    ['refunded', false],
    ['lost', false],
    ['abandoned', false],
    ['lapsed', false],
  ] as const)("whose purchase is %s is its buyer's: %s", (state, holds) => {
    expect(holdsLead(state)).toBe(holds);
  });
});
