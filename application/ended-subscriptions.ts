import type { Subscription } from '#domain/subscription.ts';
import { paymentToReturn, returnLatePayment, revise } from '#domain/subscription-revision.ts';
import type { Step } from './opened-subscriptions.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import type { SubscriptionProvider } from './ports/subscription-provider.ts';

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

/** Tells the operator of a step by which the money of an ended subscription went back, or is with the shop again. */
export const reportMoney = (log: Log, { progress: before }: Subscription, after: Subscription): void => {
  const { progress } = after;
  if (before.state !== 'ended' || progress.state !== 'ended') return;
  const fields = { subscriptionId: after.id, userId: after.accountId };
  const { lateRefund } = progress;
  if (lateRefund !== undefined && lateRefund.state !== before.lateRefund?.state) {
    const late = { ...fields, providerRef: lateRefund.paymentRef };
    if (lateRefund.state === 'failed') log.error('refund came back', late);
    if (lateRefund.state === 'made') log.warn('payment of an ended subscription sent back', late);
  }
  if (progress.paidThrough > before.paidThrough)
    log.warn('payment of an ended subscription is back', { ...fields, providerRef: progress.ref });
};
