import type { Subscription } from '#domain/subscription.ts';
import { postponeSubscription } from '#domain/subscription-check.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly settleSubscription: (subscriptionId: string) => Promise<Subscription | undefined>;
  readonly clock: Clock;
  readonly log: Log;
};

/** How many subscriptions one sweep takes in hand: what remains is due at the next, a minute later. */
const AT_MOST = 200;

/**
 * The safety net under notifications that never came: reads unfinished subscriptions again when they are due, live ones
 * every hour. One that fails does not stop the others. Answers how many it took in hand.
 */
export const sweepSubscriptions =
  ({ atomically, settleSubscription, clock, log }: Needs) =>
  async (): Promise<number> => {
    const due = await atomically(async ({ subscriptions }) => {
      const found = await subscriptions.findDue(clock(), AT_MOST);
      for (const subscription of found) await subscriptions.save(postponeSubscription(subscription, clock()));
      return found;
    });
    for (const { id } of due) {
      try {
        await settleSubscription(id);
      } catch (error) {
        log.warn('subscription not settled yet', { subscriptionId: id, error: error as Error });
      }
    }
    return due.length;
  };
