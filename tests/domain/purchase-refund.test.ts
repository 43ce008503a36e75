import { describe, expect, it } from 'vitest';

import { eraseContact } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import type { Paid, Purchase } from '#domain/purchase.ts';
import {
  beginRefund,
  endRefund,
  refundedElsewhere,
  undoRefund,
  undoSale,
  wasDisputed,
} from '#domain/purchase-refund.ts';
import { someCoupon } from './coupon.ts';
import { aPurchaseOf, paid, refund } from './purchase.ts';

const NOW = 1_000;

const settled = aPurchaseOf('lead', { progress: { state: 'settled', ...paid } });
const refunding = aPurchaseOf('lead', {
  check: { at: NOW, count: 0 },
  progress: { state: 'refunding', ...paid, ...refund, requestedAt: NOW },
});
const refunded = (changes: Partial<Paid> = {}): Purchase =>
  aPurchaseOf('lead', { progress: { state: 'refunded', refundedAt: NOW, ...paid, ...refund, ...changes } });
const others = [
  aPurchaseOf('lead'),
  aPurchaseOf('lead', { progress: { state: 'won', wonAt: 1, buyerEmail: 'dana@example.com', paymentRef: 'pi_1' } }),
  aPurchaseOf('lead', { progress: { state: 'abandoned', abandonedAt: 1 } }),
  aPurchaseOf('lead', { progress: { state: 'lapsed', lapsedAt: 1, buyerEmail: 'dana@example.com' } }),
];

const sold: Lead = {
  id: 'lead',
  place: { city: 'Austin', state: 'TX' },
  contact: { firstName: 'Ann', lastName: 'Lee', email: undefined, phone: undefined, address1: undefined },
  description: '',
  price: 2_500,
  standing: { state: 'sold', listedAt: 0, soldAt: 2, purchaseId: 'purchase' },
};

describe('a refund', () => {
  it('begins of a settled purchase only, keeps what was known, and is due for the sweep at once', () => {
    expect(beginRefund({ ...settled, check: { at: 9_999, count: 7 } }, 'Wrong number', NOW)).toEqual(refunding);
    for (const purchase of [...others, refunding, refunded()])
      expect(beginRefund(purchase, 'Wrong number', NOW)).toBeUndefined();
  });

  it('ends once, and only after it began', () => {
    expect(endRefund(refunding, NOW + 5)?.progress).toEqual({
      ...refunding.progress,
      state: 'refunded',
      refundedAt: NOW + 5,
    });
    for (const purchase of [...others, settled, refunded()]) expect(endRefund(purchase, NOW)).toBeUndefined();
  });

  it('made at the provider ends a settled purchase, and says what it was', () => {
    expect(refundedElsewhere(settled, 'refund', NOW)?.progress).toEqual({
      state: 'refunded',
      ...paid,
      by: 'provider',
      how: 'refund',
      requestedAt: NOW,
      refundedAt: NOW,
    });
    expect(refundedElsewhere(settled, 'dispute', NOW)?.progress).toMatchObject({ how: 'dispute' });
    for (const purchase of [...others, refunding, refunded()])
      expect(refundedElsewhere(purchase, 'refund', NOW)).toBeUndefined();
  });

  it('before the contact left lists the lead again and gives the use of the coupon back', () => {
    expect(undoSale(refunded(), sold, someCoupon({ uses: 3 }), NOW)).toEqual({
      lead: { ...sold, standing: { state: 'listed', listedAt: 0 } },
      coupon: someCoupon({ uses: 2 }),
    });
    expect(undoSale(refunded(), sold, undefined, NOW).coupon).toBeUndefined();
  });

  it('after the contact left withdraws the lead for good, and the use of the coupon stays counted', () => {
    expect(undoSale(refunded({ contactLeftAt: 7 }), sold, someCoupon({ uses: 3 }), NOW)).toEqual({
      lead: { ...sold, standing: { state: 'withdrawn', listedAt: 0, withdrawnAt: NOW } },
      coupon: undefined,
    });
  });

  it('withdraws a lead whose contact was erased meanwhile: nobody could buy anything', () => {
    const erased = { ...sold, contact: { ...sold.contact, firstName: '', lastName: '' } };
    expect(undoSale(refunded(), erased, someCoupon({ uses: 3 }), NOW)).toEqual({
      lead: { ...erased, standing: { state: 'withdrawn', listedAt: 0, withdrawnAt: NOW } },
      coupon: someCoupon({ uses: 2 }),
    });
  });

  it('touches no lead of another purchase, and nothing at all before it has ended', () => {
    const soldToOther: Lead = { ...sold, standing: { state: 'sold', listedAt: 0, soldAt: 2, purchaseId: 'other' } };
    for (const contactLeftAt of [undefined, 7])
      expect(undoSale(refunded({ contactLeftAt }), soldToOther, undefined, NOW).lead).toBeUndefined();
    for (const purchase of [...others, settled, refunding])
      expect(undoSale(purchase, sold, someCoupon({ uses: 3 }), NOW)).toEqual({ lead: undefined, coupon: undefined });
  });
});

describe('a refund whose money came back', () => {
  const withdrawn: Lead = { ...sold, standing: { state: 'withdrawn', listedAt: 0, withdrawnAt: NOW } };
  const gone = refunded({ contactLeftAt: 7, resends: 2 });

  it('after the contact left makes the purchase settled as before, and the lead sold to it as it was', () => {
    expect(undoRefund(gone, withdrawn)).toEqual({
      purchase: { ...gone, progress: { state: 'settled', ...paid, contactLeftAt: 7, resends: 2 } },
      lead: { ...withdrawn, standing: { state: 'sold', listedAt: 0, soldAt: paid.wonAt, purchaseId: gone.id } },
      owesMail: true,
    });
  });

  it('owes the mail that waited, but none that was sent or refused, nor one without a contact', () => {
    const owed = (delivery: Paid['delivery'], lead = withdrawn) =>
      undoRefund(refunded({ contactLeftAt: 7, delivery }), lead)?.owesMail;
    expect(owed({ state: 'queued' })).toBe(true);
    expect(owed({ state: 'sent', sentAt: 8 })).toBe(false);
    expect(owed({ state: 'refused', refusedAt: 8 })).toBe(false);
    expect(owed({ state: 'queued' }, eraseContact(withdrawn))).toBe(false);
  });

  it('changes nothing where the contact never left, or the lead is not withdrawn', () => {
    const listed: Lead = { ...sold, standing: { state: 'listed', listedAt: 0 } };
    for (const lead of [withdrawn, listed, sold]) expect(undoRefund(refunded(), lead)).toBeUndefined();
    for (const lead of [listed, sold]) expect(undoRefund(gone, lead)).toBeUndefined();
  });

  it('is of a refunded purchase only', () => {
    for (const purchase of [...others, settled, refunding]) expect(undoRefund(purchase, withdrawn)).toBeUndefined();
  });
});

describe('a dispute', () => {
  it('is what took the money only where nobody had meant to refund it', () => {
    const disputed = refundedElsewhere(settled, 'dispute', NOW) ?? settled;
    expect(wasDisputed(disputed)).toBe(true);
    const meant = beginRefund(settled, 'Disputed by the buyer', NOW) ?? settled;
    const sentBack = [refundedElsewhere(settled, 'refund', NOW) ?? settled, endRefund(meant, NOW) ?? settled];
    for (const purchase of [...others, settled, ...sentBack]) expect(wasDisputed(purchase)).toBe(false);
  });
});
