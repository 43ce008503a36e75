import type { Instant } from '#domain/instant.ts';
import { CLOSED_UNPAID } from '#domain/loss.ts';
import { boughtNothing, goesOn, isPaidAhead } from '#domain/subscription.ts';
import type { Subscription } from '#domain/subscription.ts';
import { takeAll } from './counted-work.ts';
import type { TooOften } from './counted-work.ts';
import type { Identify } from './identify.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock, Stopwatch } from './ports/clock.ts';
import type { Limiter } from './ports/limiter.ts';
import type { SettleSubscription } from './settle-subscription.ts';
import { throttleById } from './throttle-by-id.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly identify: Identify;
  readonly settleSubscription: SettleSubscription;
  readonly limiter: Pick<Limiter, 'take' | 'giveBack'>;
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
};

export type ConfirmSubscriptionRequest = { readonly sessionToken: string | undefined; readonly checkoutRef: string };

export type ConfirmOutcome =
  | { readonly is: 'not-signed-in' | 'unknown' | 'of-another' | 'processing' }
  | {
      readonly is: 'subscribed';
      /** It continues the run of months that was paid before. */
      readonly goesOn: boolean;
    }
  | TooOften
  | { readonly is: 'failed'; readonly message: string };

const endText = (ended: Subscription): string =>
  boughtNothing(ended) ? 'This payment has bought no time: it goes back to you.' : 'This subscription has ended.';

const outcomeOf = (subscription: Subscription, now: Instant): ConfirmOutcome => {
  const { progress } = subscription;
  switch (progress.state) {
    case 'open':
      return { is: 'processing' };
    case 'live':
      return { is: 'subscribed', goesOn: goesOn(subscription) };
    case 'abandoned':
      return { is: 'failed', message: CLOSED_UNPAID };
    case 'unwanted':
      return { is: 'failed', message: 'You are already subscribed. This second payment is being sent back to you.' };
    case 'ended':
      return isPaidAhead(subscription, now)
        ? { is: 'subscribed', goesOn: goesOn(subscription) }
        : { is: 'failed', message: endText(subscription) };
  }
};

/**
 * Answers the return from the hosted page. It settles the subscription first, so that a payment counts before any notification of it.
 * Any account may open a checkout and ask about it at will, so each question is counted, and the provider is asked sparingly.
 */
export const confirmSubscription = (needs: Needs) => {
  const { atomically, identify, settleSubscription, limiter, clock, stopwatch } = needs;
  const settleOpen = throttleById(settleSubscription, stopwatch);
  // Apart from `settleOpen`, whose remembered answer could still say that it has not begun.
  const settleBegun = throttleById(settleSubscription, stopwatch);

  return async ({ sessionToken, checkoutRef }: ConfirmSubscriptionRequest): Promise<ConfirmOutcome> => {
    const account = await identify(sessionToken);
    if (account === undefined) return { is: 'not-signed-in' };
    const known = await atomically(({ subscriptions }) => subscriptions.findByCheckout(checkoutRef));
    if (known === undefined) return { is: 'unknown' };
    if (known.accountId !== account.id) return { is: 'of-another' };
    const refusal = await takeAll(limiter, [['subscription-confirm', account.id]]);
    if (refusal !== undefined) return refusal;
    const settle = known.progress.state === 'open' ? settleOpen : settleBegun;
    return outcomeOf((await settle(known.id)) ?? known, clock());
  };
};
