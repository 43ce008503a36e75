import type Stripe from 'stripe';

import type { PurchaseReading } from '#application/ports/payment-provider.ts';
import type { ReturnKind } from '#domain/purchase-refund.ts';

import { addressFrom } from './addresses.ts';
import type { Session } from './checkouts.ts';
import type { Sparse } from './sparse.ts';

export type Payment = Sparse<Stripe.PaymentIntent> & Pick<Stripe.PaymentIntent, 'amount'>;

/** What became of the money. Stripe adds states as it likes: one that we do not know is waited for. */
export const moneyOf = ({ status }: Pick<Payment, 'status'>): 'held' | 'collected' | 'released' | 'none' | 'moving' => {
  switch (status) {
    case 'requires_capture':
      return 'held';
    case 'succeeded':
      return 'collected';
    case 'canceled':
      return 'released';
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'requires_action':
      return 'none';
    default:
      return 'moving';
  }
};

/**
 * The payment decides, never the page: a page tells of a completed order what its payment may take back. `how` its money went
 * back, if it was collected and did.
 */
export const readingOf = (
  session: Session,
  intent: Payment | undefined,
  how: ReturnKind | undefined,
): PurchaseReading => {
  const email = addressFrom(session.customer_details?.email ?? session.customer_email ?? '');
  const unpaid = session.status === 'expired' ? ({ state: 'closed' } as const) : ({ state: 'open' } as const);
  if (intent === undefined) {
    const isNothing = session.payment_status === 'no_payment_required' && (session.amount_total ?? 0) === 0;
    return session.status === 'complete' && isNothing ? { state: 'free', email } : unpaid;
  }
  const payment = { paymentRef: intent.id, amount: intent.amount, email };
  switch (moneyOf(intent)) {
    case 'held':
      // A guest's address is told with the end of the page, which comes a moment after the money is held.
      return session.status === 'open' && email === '' ? { state: 'open' } : { state: 'authorised', ...payment };
    case 'collected':
      return how === undefined ? { state: 'collected', ...payment } : { state: 'refunded', how, ...payment };
    case 'released':
    case 'none':
      // Where the page was never completed, it is only a card that was not accepted.
      return session.status === 'complete' ? { state: 'released', ...payment } : unpaid;
    case 'moving':
      return { state: 'open' };
  }
};
