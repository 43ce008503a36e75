import type { ReturnKind } from '#domain/purchase.ts';
import type Stripe from 'stripe';

import type { PurchaseReading } from '#application/ports/payment-provider.ts';

import { addressFrom } from './addresses.ts';
import type { CheckoutSession } from './checkouts.ts';
import type { Sparse } from './sparse.ts';

export type PaymentIntent = Sparse<Stripe.PaymentIntent> & Pick<Stripe.PaymentIntent, 'amount'>;

/** What became of the money. Stripe may add states: an unknown one is waited for. */
export const moneyOf = ({
  status,
}: Pick<PaymentIntent, 'status'>): 'held' | 'collected' | 'released' | 'none' | 'moving' => {
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
 * The payment decides, never the page: the page reports a completed order whose payment may be taken back. `how` is the way in which
 * collected money went back, if it did.
 */
export const readingOf = (
  session: CheckoutSession,
  intent: PaymentIntent | undefined,
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
      // A guest's address is known only when the page ends, which is a moment after the money is held.
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
