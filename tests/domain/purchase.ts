import type { Paid, Purchase, Refund } from '#domain/purchase.ts';

/** An open purchase of a lead, with its hosted page. */
export const aPurchaseOf = (leadId: string, changes: Partial<Purchase> = {}): Purchase => ({
  id: 'purchase',
  saleNumber: 'HL-7K2M-9QXD',
  leadId,
  lineItem: 'Buyer Lead in Austin',
  listPrice: 2_500,
  price: 2_500,
  couponCode: undefined,
  visitorHash: 'hash of a cookie',
  userId: undefined,
  terms: undefined,
  openedAt: 0,
  checkout: { ref: 'cs_1', closesAt: 1_000 },
  check: { at: 0, count: 0 },
  progress: { state: 'open' },
  ...changes,
});

/** What is known of a purchase that was paid for, its mail still waiting. */
export const paid: Paid = {
  wonAt: 2,
  settledAt: 3,
  buyerEmail: 'dana@example.com',
  paymentRef: 'pi_1',
  delivery: { state: 'queued' },
  contactLeftAt: undefined,
  resends: 0,
};

export const refund: Refund = { requestedAt: 4, by: 'operator', reason: 'Wrong number' };
