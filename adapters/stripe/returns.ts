import type { ReturnKind } from '#domain/purchase.ts';
import type Stripe from 'stripe';

import { askIfThere } from './failures.ts';
import type { PaymentIntent } from './purchase-reading.ts';
import type { Sparse } from './sparse.ts';

type Charge = Sparse<Stripe.Charge>;

/**
 * Whether a dispute takes the money, or has taken it. An inquiry and a dispute that was won leave it with the shop, and so does one
 * that was prevented, unless by sending the money back to the cardholder.
 */
const takesMoney = ({ status, payment_method_details: details }: Stripe.Dispute): boolean => {
  switch (status) {
    case 'needs_response':
    case 'under_review':
    case 'appeal_needs_response':
    case 'appeal_under_review':
    case 'lost':
      return true;
    case 'prevented':
      return details?.card?.case_type === 'resolution';
    default:
      return false;
  }
};

/** The charge of a payment. A host that expands nothing answers with its id. */
export const chargeOf = async (
  stripe: Stripe,
  { latest_charge: charge }: Pick<PaymentIntent, 'latest_charge'>,
): Promise<Charge | undefined> =>
  typeof charge === 'string' ? askIfThere(() => stripe.charges.retrieve(charge)) : (charge ?? undefined);

/** How the money of a charge went back to its payer: in whole, or by a dispute. `undefined`: it stays with the shop. */
export const returnOf = async (stripe: Stripe, { id, disputed, refunded }: Charge): Promise<ReturnKind | undefined> => {
  if (disputed === true) {
    // The flag stays, however a dispute ends. On a host that keeps no disputes it is all there is.
    const disputes = await askIfThere(() => stripe.disputes.list({ charge: id, limit: 100 }));
    if (disputes === undefined || disputes.data.some(takesMoney)) return 'dispute';
  }
  return refunded === true ? 'refund' : undefined;
};
