import type { AccountId, Profile } from '#domain/account.ts';
import { withPage } from '#domain/hosted-page.ts';
import { MONTHLY_PRICE, SUBSCRIPTION_ITEM } from '#domain/subscription.ts';
import type { Subscription } from '#domain/subscription.ts';
import { abandonSubscription } from '#domain/subscription-steps.ts';
import { openPage } from './checkout-opening.ts';
import type { Opening } from './checkout-opening.ts';
import { closingTime } from './closing-time.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import { UnknownCheckout } from './ports/payment-provider.ts';
import type { OpenedCheckout, PaymentProvider } from './ports/payment-provider.ts';
import type { SubscriptionCheckout, SubscriptionProvider } from './ports/subscription-provider.ts';
import type { SettleSubscription } from './settle-subscription.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly payments: Pick<PaymentProvider, 'profile' | 'closeCheckout'> &
    Pick<SubscriptionProvider, 'openSubscription'>;
  readonly settleSubscription: SettleSubscription;
  readonly clock: Clock;
  readonly log: Log;
};

type Subscriber = Pick<SubscriptionCheckout, 'successUrl' | 'cancelUrl'> & {
  readonly account: Profile;
  /** The account's customer at the provider, if it ever had a subscription. */
  readonly payerRef: string | undefined;
};

/** The hosted pages of an account's subscriptions: the older ones are closed, and a new one is opened. */
export const subscriptionCheckouts = ({ atomically, payments, settleSubscription, clock, log }: Needs) => {
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
      if (subscription.progress.state !== 'ended') await settleSubscription(subscription.id);
    }
    return atomically(({ subscriptions }) => subscriptions.findOfAccount(accountId));
  };

  /** `false`: a later request has given this subscription up meanwhile. */
  const keep = (id: string, page: OpenedCheckout): Promise<boolean> =>
    atomically(async ({ subscriptions }) => {
      const stored = await subscriptions.find(id);
      const opened = stored && withPage(stored, page);
      if (opened !== undefined) await subscriptions.save(opened);
      return opened !== undefined;
    });

  /**
   * Opens the hosted page of a subscription that was just stored as open, and stores the page with it. Where no page opens the
   * subscription is given up.
   */
  const open = (
    { id, openedAt }: Subscription,
    { account, payerRef, successUrl, cancelUrl }: Subscriber,
  ): Promise<Opening> => {
    const page = {
      open: () =>
        payments.openSubscription({
          subscriptionId: id,
          monthlyAmount: MONTHLY_PRICE,
          lineItem: SUBSCRIPTION_ITEM,
          payer: { id: account.id, email: account.email, ref: payerRef },
          closesAt: closingTime(payments.profile, openedAt),
          successUrl,
          cancelUrl,
        }),
      keep: (checkout: OpenedCheckout) => keep(id, checkout),
      close: payments.closeCheckout,
      giveUp: () => giveUp(id),
    };
    return openPage(page, log, { subscriptionId: id });
  };

  return { open, readAgain };
};
