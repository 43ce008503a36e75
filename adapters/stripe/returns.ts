import type Stripe from 'stripe';

import type { Return } from '#domain/purchase-refund.ts';

import { ask } from './failures.ts';

/** A dispute that takes the money, or has taken it. An inquiry, one that was won and one that was prevented leave it with the shop. */
const takesMoney = ({ status }: Stripe.Dispute): boolean => {
  switch (status) {
    case 'needs_response':
    case 'under_review':
    case 'appeal_needs_response':
    case 'appeal_under_review':
    case 'lost':
      return true;
    default:
      return false;
  }
};

/** How the money of a charge went back to whom it was taken from: in whole, or by a dispute. `undefined`: it stays with the shop. */
export const returnOf = async (
  stripe: Stripe,
  { id, disputed, refunded }: Stripe.Charge,
): Promise<Return | undefined> => {
  if (disputed) {
    // The flag stays, however a dispute ends.
    const { data } = await ask(() => stripe.disputes.list({ charge: id, limit: 100 }));
    if (data.some(takesMoney)) return 'dispute';
  }
  return refunded ? 'refund' : undefined;
};
