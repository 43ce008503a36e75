import { describe, expect, it } from 'vitest';

import type { Paid, Purchase } from '#domain/purchase.ts';
import { deliveryId, handOver, owedContact, queueAgain, withDelivery } from '#domain/purchase-delivery.ts';
import { aPurchaseOf, paid, refund } from './purchase.ts';

const NOW = 1_000;
const SENT = { state: 'sent', sentAt: NOW } as const;
const REFUSED = { state: 'refused', refusedAt: NOW } as const;
const KEPT_BACK = { state: 'kept-back' } as const;
const FIRST = { resends: 0, handedAt: 7, wasFirst: true };

const settled = (changes: Partial<Paid> = {}): Purchase =>
  aPurchaseOf('lead', { progress: { state: 'settled', ...paid, ...changes } });
const refunding = (changes: Partial<Paid> = {}): Purchase =>
  aPurchaseOf('lead', { progress: { state: 'refunding', ...paid, ...changes, ...refund } });
const refunded = (changes: Partial<Paid> = {}): Purchase =>
  aPurchaseOf('lead', { progress: { state: 'refunded', refundedAt: NOW, ...paid, ...changes, ...refund } });
const others = [
  aPurchaseOf('lead'),
  aPurchaseOf('lead', { progress: { state: 'won', wonAt: 1, buyerEmail: 'dana@example.com', paymentRef: 'pi_1' } }),
  aPurchaseOf('lead', { progress: { state: 'abandoned', abandonedAt: 1 } }),
  aPurchaseOf('lead', { progress: { state: 'lapsed', lapsedAt: 1, buyerEmail: 'dana@example.com' } }),
];

describe('a mail with a contact', () => {
  it('counts as gone from the moment before it is handed over', () => {
    expect(handOver(settled({ resends: 2 }), NOW)).toEqual({
      purchase: settled({ resends: 2, contactLeftAt: NOW }),
      attempt: { resends: 2, handedAt: NOW, wasFirst: true },
    });
  });

  it('has an instant of its own, also when the clock stands still or was set back', () => {
    for (const [before, handedAt] of [
      [7, NOW],
      [NOW, NOW + 1],
      [NOW + 7, NOW + 8],
    ] as const)
      expect(handOver(settled({ contactLeftAt: before }), NOW)).toEqual({
        purchase: settled({ contactLeftAt: handedAt }),
        attempt: { resends: 0, handedAt, wasFirst: false },
      });
  });

  it('is handed over only while it waits and its purchase is settled', () => {
    for (const purchase of [
      ...others,
      settled({ delivery: SENT }),
      settled({ delivery: REFUSED }),
      refunding(),
      refunded(),
    ])
      expect(handOver(purchase, NOW)).toBeUndefined();
  });

  it('that the server has taken is sent, also when a refund was asked for or has ended meanwhile', () => {
    for (const of of [settled, refunding, refunded])
      expect(withDelivery(of({ contactLeftAt: 7 }), SENT, FIRST)).toEqual(of({ contactLeftAt: 7, delivery: SENT }));
  });

  it('that the server has not taken did not leave, when it was the only one', () => {
    for (const of of [settled, refunding]) {
      expect(withDelivery(of({ contactLeftAt: 7 }), KEPT_BACK, FIRST)).toEqual(of());
      expect(withDelivery(of({ contactLeftAt: 7 }), REFUSED, FIRST)).toEqual(of({ delivery: REFUSED }));
    }
  });

  it('that the server has not taken changes nothing of an earlier one that may have left', () => {
    const again = { resends: 0, handedAt: 7, wasFirst: false };
    expect(withDelivery(settled({ contactLeftAt: 7 }), KEPT_BACK, again)).toEqual(settled({ contactLeftAt: 7 }));
    expect(withDelivery(settled({ contactLeftAt: 7 }), REFUSED, again)).toEqual(
      settled({ contactLeftAt: 7, delivery: REFUSED }),
    );
  });

  it('that the server has not taken changes nothing of a later one that may be on its way', () => {
    for (const of of [settled, refunding]) {
      expect(withDelivery(of({ contactLeftAt: 8 }), KEPT_BACK, FIRST)).toEqual(of({ contactLeftAt: 8 }));
      expect(withDelivery(of({ contactLeftAt: 8 }), REFUSED, FIRST)).toEqual(
        of({ contactLeftAt: 8, delivery: REFUSED }),
      );
    }
  });

  it('leaves what a refund has decided as it is', () => {
    expect(withDelivery(refunded({ contactLeftAt: 7 }), KEPT_BACK, FIRST)).toEqual(refunded({ contactLeftAt: 7 }));
    expect(withDelivery(refunded({ contactLeftAt: 7 }), REFUSED, FIRST)).toEqual(
      refunded({ contactLeftAt: 7, delivery: REFUSED }),
    );
  });

  it('says nothing of the one that was queued again meanwhile, nor of one whose fate is known', () => {
    expect(withDelivery(settled({ contactLeftAt: 7, resends: 1 }), SENT, FIRST)).toBeUndefined();
    for (const delivery of [SENT, REFUSED])
      for (const answer of [SENT, REFUSED, KEPT_BACK])
        expect(withDelivery(settled({ contactLeftAt: 7, delivery }), answer, FIRST)).toBeUndefined();
  });

  it('is none of a purchase that is not settled', () => {
    for (const purchase of others) expect(withDelivery(purchase, SENT, FIRST)).toBeUndefined();
  });

  it('can be queued again while its purchase is settled: it then has another id, and the contact is as gone as it was', () => {
    const once = queueAgain(settled({ delivery: SENT, contactLeftAt: 7 }));
    expect(once).toEqual(settled({ resends: 1, contactLeftAt: 7 }));
    expect(once && queueAgain(once)).toEqual(settled({ resends: 2, contactLeftAt: 7 }));
    for (const purchase of [...others, refunding(), refunded()]) expect(queueAgain(purchase)).toBeUndefined();
    expect([0, 1, 2].map((resends) => deliveryId(settled(), resends))).toEqual([
      'lead-purchase',
      'lead-purchase-1',
      'lead-purchase-2',
    ]);
  });

  it('can be queued again to another address, which is the one of the buyer from then on', () => {
    const elsewhere = queueAgain(settled({ delivery: REFUSED }), 'dana@agents.example');
    expect(elsewhere).toEqual(settled({ buyerEmail: 'dana@agents.example', resends: 1 }));
    expect(elsewhere && queueAgain(elsewhere)).toEqual(settled({ buyerEmail: 'dana@agents.example', resends: 2 }));
    for (const purchase of [...others, refunding(), refunded()])
      expect(queueAgain(purchase, 'dana@agents.example')).toBeUndefined();
  });

  it('says nothing of the one to another address, if it was handed over before', () => {
    const before = handOver(settled(), NOW);
    const elsewhere = before && queueAgain(before.purchase, 'dana@agents.example');
    for (const answer of [SENT, REFUSED, KEPT_BACK])
      expect(before && elsewhere && withDelivery(elsewhere, answer, before.attempt)).toBeUndefined();
  });
});

describe('a contact', () => {
  const won = aPurchaseOf('lead', {
    progress: { state: 'won', wonAt: 1, buyerEmail: 'dana@example.com', paymentRef: 'pi_1' },
  });

  it.each([
    ['is won', won, 'inDelivery'],
    ['is settled, its mail waiting', settled(), 'inDelivery'],
    ['is settled, another mail waiting', settled({ contactLeftAt: 7, resends: 1 }), 'inDelivery'],
    ['is settled, its mail sent', settled({ contactLeftAt: 7, delivery: SENT }), undefined],
    ['is settled, its mail refused', settled({ delivery: REFUSED }), 'undeliverable'],
    ['is settled, a later mail refused', settled({ contactLeftAt: 7, delivery: REFUSED }), undefined],
    ['goes back before it was sent', refunding(), 'inDelivery'],
    ['goes back after it was sent', refunding({ contactLeftAt: 7, delivery: SENT }), undefined],
    ['is refunded', refunded(), undefined],
    ['is open', aPurchaseOf('lead'), undefined],
    ['has come to nothing', aPurchaseOf('lead', { progress: { state: 'abandoned', abandonedAt: 1 } }), undefined],
  ] as const)('is owed to the buyer until it has left or goes back: %s', (_what, purchase, owed) => {
    expect(owedContact(purchase)).toBe(owed);
  });
});
