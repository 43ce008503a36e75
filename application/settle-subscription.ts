import type { Subscription } from '#domain/subscription.ts';
import { isUnfinishedSubscription } from '#domain/subscription-check.ts';
import { follow, forgoRefund, isPaidAfterAll, letGo, reconsider } from '#domain/subscription-steps.ts';
import { endedSubscriptions } from './ended-subscriptions.ts';
import { openedSubscriptions } from './opened-subscriptions.ts';
import { mutexById } from './mutex-by-id.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import { ProviderRefused } from './ports/payment-provider.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import type { SubscriptionProvider, SubscriptionReading } from './ports/subscription-provider.ts';
import { subscriptionTransaction } from './subscription-transaction.ts';
import type { Step } from './subscription-transaction.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly payments: SubscriptionProvider & Pick<PaymentProvider, 'refund'>;
  readonly clock: Clock;
  readonly log: Log;
  /** In milliseconds. */
  readonly renewalGrace: number;
};

export type SettleSubscription = (subscriptionId: string) => Promise<Subscription | undefined>;

/**
 * Brings a subscription to where the provider says it is, and answers it as it then stands (`undefined`: there is none).
 * Called on the return from the hosted page, by notifications and by the sweep: in any order, any number of times, from any
 * number of processes. The provider is never called inside a transaction; an answer counts only if the subscription is still
 * what it was when the provider was asked, so an old answer never overwrites a newer one.
 */
export const settleSubscription = (needs: Needs): SettleSubscription => {
  const { atomically, payments, clock, renewalGrace } = needs;
  const advance = subscriptionTransaction(needs);
  const lookAfter = endedSubscriptions(needs);

  /** Ends it at the provider, and reads what was paid up to that moment. */
  const endAndRead = async (ref: string): Promise<SubscriptionReading> => {
    await payments.endAtOnce(ref);
    return payments.readSubscription(ref);
  };

  /** Reads it; one that has ended, whoever ended it, is closed first, so that what is still owed for it cannot be paid any more. */
  const readAndClose = async (ref: string): Promise<SubscriptionReading> => {
    const reading = await payments.readSubscription(ref);
    return reading.status === 'ended' ? endAndRead(ref) : reading;
  };

  /**
   * As `endAndRead`, of an unwanted one. Where it cannot be ended, what was paid up to now goes back at once if it is to go back: when it
   * is ended at last, a further month may have been charged, and only the last payment is known.
   */
  const endUnwanted = async (
    { ref, givesBack }: { readonly ref: string; readonly givesBack: boolean },
    { paymentRef }: SubscriptionReading,
  ): Promise<SubscriptionReading> => {
    try {
      return await endAndRead(ref);
    } catch (error) {
      if (givesBack && paymentRef !== undefined) await payments.refund(paymentRef).catch(() => undefined);
      throw error;
    }
  };

  /** Sends back what was paid for an unwanted one, if anything, and lets it go once that is done. */
  const giveBack = async (unwanted: Subscription, reading: SubscriptionReading): Promise<Step> => {
    const { paymentRef } = reading;
    try {
      const isPending = paymentRef !== undefined && (await payments.refund(paymentRef)) === 'pending';
      return (one) => (isPending ? undefined : letGo(one, clock()));
    } catch (error) {
      // A provider refunds nothing that the payer's bank has taken by a dispute. No letter tells of a refund then: it would not be true.
      const isTaken = error instanceof ProviderRefused && forgoRefund(unwanted, reading, clock()) !== undefined;
      if (!isTaken) throw error;
      return (one) => forgoRefund(one, reading, clock());
    }
  };

  const askPage = openedSubscriptions({ payments, clock, renewalGrace, readAndClose });

  /** The step that follows from the provider's answer: asked for outside of a transaction, applied inside one. */
  const ask = async (asked: Subscription): Promise<Step> => {
    const { progress } = asked;
    switch (progress.state) {
      case 'open':
      case 'abandoned':
        return askPage(asked);
      case 'live': {
        const term = await readAndClose(progress.ref);
        return (live) => follow(live, term, clock(), renewalGrace);
      }
      case 'unwanted': {
        // The provider may have charged the card since the end was decided, up to the moment of the end.
        const before = await readAndClose(progress.ref);
        if (isPaidAfterAll(asked, before)) return (unwanted, others) => reconsider(unwanted, before, others, clock());
        const after = await endUnwanted(progress, before);
        if (isPaidAfterAll(asked, after)) return (unwanted, others) => reconsider(unwanted, after, others, clock());
        return progress.givesBack ? giveBack(asked, after) : (unwanted) => letGo(unwanted, clock());
      }
      case 'ended':
        return lookAfter(asked, progress.ref);
    }
  };

  const settle = async (subscription: Subscription): Promise<Subscription> => {
    const { subscription: next, isChanged } = await advance(subscription, await ask(subscription));
    // The page of one that was given up just now has been read. One that another process has given up is read again: it may have been
    // paid before.
    const isGivenUp = isChanged && next.progress.state === 'abandoned';
    const isOver = isGivenUp || (next.progress.state === 'ended' && !isUnfinishedSubscription(next));
    return next.revision === subscription.revision || isOver ? next : settle(next);
  };

  // The page after the checkout and the notifications come within milliseconds of each other: at the same time, each would ask the
  // provider everything, and send back what was paid too late.
  return mutexById(async (subscriptionId) => {
    const subscription = await atomically(({ subscriptions }) => subscriptions.find(subscriptionId));
    return subscription && settle(subscription);
  });
};
