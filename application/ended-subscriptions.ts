import type { Subscription, TermReading } from '#domain/subscription.ts';
import { paymentToReturn, returnLatePayment, revise } from '#domain/subscription-revision.ts';
import type { Clock } from './ports/clock.ts';
import { ProviderRefused } from './ports/payment-provider.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import type { SubscriptionProvider } from './ports/subscription-provider.ts';
import type { Step } from './subscription-transaction.ts';

type Needs = {
  readonly payments: Pick<SubscriptionProvider, 'readSubscription'> & Pick<PaymentProvider, 'refund'>;
  readonly clock: Clock;
};

/**
 * Steps of an ended subscription whose money has moved since, as the provider says: it stays ended. What was paid after the end is noted
 * as to be sent back before it is: should no answer come, or this process end, it is known what is left to do, and to tell.
 */
export const endedSubscriptions = ({ payments, clock }: Needs) => {
  const giveBack = async (asked: Subscription, paymentRef: string, reading: TermReading): Promise<Step> => {
    try {
      const isReturned = (await payments.refund(paymentRef)) === 'refunded';
      return (ended) => (isReturned ? returnLatePayment(ended, reading, clock()) : undefined);
    } catch (error) {
      // A refusal is final only where the payer's bank has taken the payment. No letter tells of a refund then: it would not be true.
      const isTaken = error instanceof ProviderRefused && revise(asked, reading, clock()) !== undefined;
      if (!isTaken) throw error;
      return (ended) => revise(ended, reading, clock());
    }
  };

  return async (asked: Subscription, ref: string): Promise<Step> => {
    const reading = await payments.readSubscription(ref);
    const late = paymentToReturn(asked);
    return late === undefined ? (ended) => revise(ended, reading, clock()) : giveBack(asked, late, reading);
  };
};
