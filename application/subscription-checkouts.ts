import type { AccountId } from '#domain/account.ts';
import type { Subscription } from '#domain/subscription.ts';
import { isUnfinishedSubscription } from '#domain/subscription-check.ts';
import { abandonSubscription } from '#domain/subscription-steps.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import { UnknownCheckout } from './ports/payment-provider.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import type { SettleSubscription } from './settle-subscription.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly payments: Pick<PaymentProvider, 'closeCheckout'>;
  readonly settleSubscription: SettleSubscription;
  readonly clock: Clock;
};

/** Clears what prevents an account from opening another checkout. */
export const subscriptionCheckouts = ({ atomically, payments, settleSubscription, clock }: Needs) => {
  const abandonIf = (id: string, isHopeless: (open: Subscription) => boolean): Promise<void> =>
    atomically(async ({ subscriptions }) => {
      const stored = await subscriptions.find(id);
      const abandoned = stored && isHopeless(stored) ? abandonSubscription(stored, clock()) : undefined;
      if (abandoned !== undefined) await subscriptions.save(abandoned);
    });

  /** Gives up a subscription whose hosted page was not opened. One that has got its page since may be paid: it stays. */
  const giveUp = (id: string): Promise<void> => abandonIf(id, ({ checkout }) => checkout === undefined);

  /** Ends an older checkout, so that nobody can pay there any more; a payment made meanwhile counts. */
  const closeOlder = async ({ id, checkout }: Subscription): Promise<void> => {
    if (checkout === undefined) return giveUp(id);
    try {
      await payments.closeCheckout(checkout.ref);
    } catch (error) {
      if (!(error instanceof UnknownCheckout)) throw error;
      await abandonIf(id, () => true);
    }
  };

  /** The account's subscriptions after the provider was asked about each, and without open ones. */
  const readAgain = async (accountId: AccountId): Promise<readonly Subscription[]> => {
    const known = await atomically(({ subscriptions }) => subscriptions.findOfAccount(accountId));
    for (const subscription of known) {
      if (subscription.progress.state === 'open') await closeOlder(subscription);
      if (isUnfinishedSubscription(subscription)) await settleSubscription(subscription.id);
    }
    return atomically(({ subscriptions }) => subscriptions.findOfAccount(accountId));
  };

  return { giveUp, readAgain };
};
