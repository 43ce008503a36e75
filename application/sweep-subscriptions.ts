import { postponeSubscription } from '#domain/subscription-check.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock, Stopwatch } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import type { SettleSubscription } from './settle-subscription.ts';
import { dueIn, sweep } from './sweep.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly settleSubscription: SettleSubscription;
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
  readonly log: Log;
};

/**
 * The safety net under notifications that never came: reads unfinished subscriptions again when they are due, live ones
 * every hour. Answers how many it took in hand.
 */
export const sweepSubscriptions =
  ({ atomically, settleSubscription, clock, stopwatch, log }: Needs) =>
  (): Promise<number> =>
    sweep({
      clock,
      stopwatch,
      take: (dueAt, atMost) =>
        atomically(async ({ subscriptions }) => {
          const now = clock();
          const found = await dueIn(subscriptions, { dueAt, now }, atMost);
          for (const subscription of found) await subscriptions.save(postponeSubscription(subscription, now));
          return found;
        }),
      settle: ({ id }) => settleSubscription(id),
      onFailure: ({ id }, error) => log.warn('subscription not settled yet', { subscriptionId: id, error }),
    });
