import type { Subscription } from '#domain/subscription.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Log } from './ports/log.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import type { SubscriptionReading } from './ports/subscription-provider.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly payments: Pick<PaymentProvider, 'refund'>;
  readonly log: Log;
};

/**
 * Sends back what was paid for a subscription after its end, and has its owner told. What went back is no longer read as paid: it
 * is sent once, and so is the letter, except where a process ends between the two.
 */
export const latePayments =
  ({ atomically, payments, log }: Needs) =>
  async (
    { id, accountId }: Pick<Subscription, 'id' | 'accountId'>,
    { paymentRef, paidAt }: Pick<SubscriptionReading, 'paymentRef' | 'paidAt'>,
  ): Promise<void> => {
    if (paymentRef === undefined) return;
    const outcome = await payments.refund(paymentRef);
    await atomically(({ jobs }) =>
      jobs.add({
        name: 'write-to-account',
        accountId,
        about: 'late-payment-returned',
        letterId: `${id}-${paidAt}`,
      }),
    );
    log.warn('payment of an ended subscription sent back', {
      subscriptionId: id,
      userId: accountId,
      providerRef: paymentRef,
      outcome,
    });
  };
