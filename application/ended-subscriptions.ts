import type { Subscription } from '#domain/subscription.ts';
import { paymentToReturn, returnLatePayment, revise } from '#domain/subscription-revision.ts';
import type { Clock } from './ports/clock.ts';
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
export const endedSubscriptions =
  ({ payments, clock }: Needs) =>
  async (asked: Subscription, ref: string): Promise<Step> => {
    const reading = await payments.readSubscription(ref);
    const late = paymentToReturn(asked, reading);
    if (late === undefined) return (ended) => revise(ended, reading, clock());
    const isReturned = (await payments.refund(late)) === 'refunded';
    return (ended) => (isReturned ? returnLatePayment(ended, clock()) : undefined);
  };
