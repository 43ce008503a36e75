import type { Subscription } from '#domain/subscription.ts';
import { isPaidTooLate, revise } from '#domain/subscription-revision.ts';
import type { Step } from './opened-subscriptions.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import type { SubscriptionProvider, SubscriptionReading } from './ports/subscription-provider.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly payments: Pick<SubscriptionProvider, 'readSubscription'> & Pick<PaymentProvider, 'refund'>;
  readonly clock: Clock;
  readonly log: Log;
};

/** Handles an ended subscription whose money has moved since, as the provider says: it stays ended. */
export const endedSubscriptions = ({ atomically, payments, clock, log }: Needs) => {
  /**
   * Sends back what was paid after the end, and queues the letter that says so. Money that went back is no longer read as paid, so it
   * is sent once, and so is the letter, unless the process ends between the two.
   */
  const sendBack = async ({ id, accountId }: Subscription, { paymentRef, paidAt }: SubscriptionReading) => {
    if (paymentRef === undefined) return;
    const outcome = await payments.refund(paymentRef);
    const letterId = `${id}-${paidAt}`;
    await atomically(({ jobs }) =>
      jobs.add({ name: 'write-to-account', accountId, about: 'late-payment-returned', letterId }),
    );
    log.warn('payment of an ended subscription sent back', {
      subscriptionId: id,
      userId: accountId,
      providerRef: paymentRef,
      outcome,
    });
  };

  return async (asked: Subscription, ref: string): Promise<Step> => {
    const reading = await payments.readSubscription(ref);
    if (isPaidTooLate(asked, reading)) {
      await sendBack(asked, reading);
      return () => undefined;
    }
    const revised = revise(asked, reading, clock());
    if (asked.progress.state === 'ended' && revised !== undefined && reading.paidThrough > asked.progress.paidThrough)
      log.warn('payment of an ended subscription is back', {
        subscriptionId: asked.id,
        userId: asked.accountId,
        ...(reading.paymentRef !== undefined && { providerRef: reading.paymentRef }),
      });
    return (ended) => revise(ended, reading, clock());
  };
};
