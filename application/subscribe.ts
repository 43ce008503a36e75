import type { Profile } from '#domain/account.ts';
import { isPaidUp, newSubscription } from '#domain/subscription.ts';
import type { Subscription } from '#domain/subscription.ts';
import { countedAtProvider } from './counted-work.ts';
import type { TooOften } from './counted-work.ts';
import type { Identify } from './identify.ts';
import { mutexById } from './mutex-by-id.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Limiter } from './ports/limiter.ts';
import type { Log } from './ports/log.ts';
import type { OpenedCheckout, PaymentProvider } from './ports/payment-provider.ts';
import type { Secrets } from './ports/secrets.ts';
import type { SubscriptionProvider } from './ports/subscription-provider.ts';
import type { SettleSubscription } from './settle-subscription.ts';
import { subscriptionCheckouts } from './subscription-checkouts.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly payments: SubscriptionProvider & Pick<PaymentProvider, 'profile' | 'closeCheckout'>;
  readonly identify: Identify;
  readonly settleSubscription: SettleSubscription;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly limiter: Pick<Limiter, 'take' | 'giveBack'>;
  readonly log: Log;
};

export type SubscribeRequest = {
  readonly sessionToken: string | undefined;
  /** Pages of the shop to come back to; `{ref}` in the first becomes the checkout's reference. */
  readonly successUrl: string;
  readonly cancelUrl: string;
};

export type SubscribeOutcome =
  | { readonly is: 'not-signed-in' | 'already-subscribed' | 'payments-unavailable' }
  | TooOften
  | { readonly is: 'opened'; readonly checkout: OpenedCheckout }
  /** A subscription was about to end: it goes on, without a new payment. */
  | { readonly is: 'kept'; readonly ref: string };

/** How often another process may be faster with a request of the same account before this one gives up. */
const TRIES = 3;

/** The account's customer at the provider, if it ever had a subscription. */
const payerRefOf = (subscriptions: readonly Subscription[]): string | undefined =>
  subscriptions.flatMap(({ progress }) => ('payerRef' in progress ? [progress.payerRef] : []))[0];

/**
 * Opens a hosted checkout for the monthly subscription. An account has one live subscription and one open checkout: a subscription that
 * is about to end is kept instead, an older checkout is closed first. One that has ended early is paid for as long as it gives access:
 * until then there is no other. A user whose renewal was not paid may subscribe anew: the new one takes the place of the old one once
 * it is paid.
 */
export const subscribe = (needs: Needs) => {
  const { atomically, payments, identify, settleSubscription, clock, secrets, limiter } = needs;
  const { open, readAgain } = subscriptionCheckouts(needs);

  /** Stores a new subscription, before the provider hears of it, if it can. `false`: another request was faster. */
  const tryAdd = (subscription: Subscription): Promise<boolean> =>
    atomically(async ({ subscriptions }) => {
      const others = await subscriptions.findOfAccount(subscription.accountId);
      if (others.some((other) => other.progress.state === 'open' || isPaidUp(other, clock()))) return false;
      await subscriptions.add(subscription);
      return true;
    });

  /** Keeps a subscription that was paid for, or refuses because of it; `undefined` when nothing prevents a new one. */
  const keep = async (subscriptions: readonly Subscription[]): Promise<SubscribeOutcome | undefined> => {
    for (const subscription of subscriptions) {
      if (!isPaidUp(subscription, clock())) continue;
      const { id, progress } = subscription;
      if (progress.state !== 'live' || progress.endsAt === undefined) return { is: 'already-subscribed' };
      const kept = await payments.keepGoing(progress.ref);
      await settleSubscription(id);
      if (kept === 'going') return { is: 'kept', ref: progress.ref };
    }
    return undefined;
  };

  // Several tabs, or a double click: at the same time, each would give up the page that another one is opening.
  const openOrKeep = mutexById(
    async (accountId, account: Profile, { successUrl, cancelUrl }: SubscribeRequest): Promise<SubscribeOutcome> => {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const known = await readAgain(accountId);
        const kept = await keep(known);
        if (kept !== undefined) return kept;
        const subscription = newSubscription(secrets.id(), accountId, clock());
        if (!(await tryAdd(subscription))) continue;
        const opening = await open(subscription, { account, payerRef: payerRefOf(known), successUrl, cancelUrl });
        if (opening.is === 'opened') return opening;
        // A user who tries again as asked must not be locked out.
        if (opening.wasAway) await limiter.giveBack('subscription', accountId);
        break;
      }
      return { is: 'payments-unavailable' };
    },
  );

  return async (request: SubscribeRequest): Promise<SubscribeOutcome> => {
    const account = await identify(request.sessionToken);
    if (account === undefined) return { is: 'not-signed-in' };
    return countedAtProvider(limiter, ['subscription', account.id], () => openOrKeep(account.id, account, request));
  };
};
