import { postpone } from '#domain/purchase-check.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock, Stopwatch } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import type { SettlePurchase } from './settle-purchase.ts';
import { dueIn, sweep } from './sweep.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly settlePurchase: SettlePurchase;
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
  readonly log: Log;
};

/**
 * The safety net under notifications that never came and processes that ended: settles every unfinished purchase that is
 * due, with longer and longer pauses. Answers how many it took in hand.
 */
export const sweepPurchases =
  ({ atomically, settlePurchase, clock, stopwatch, log }: Needs) =>
  (): Promise<number> =>
    sweep({
      clock,
      stopwatch,
      take: (dueAt, atMost) =>
        atomically(async ({ purchases }) => {
          const now = clock();
          const found = await dueIn(purchases, { dueAt, now }, atMost);
          for (const purchase of found) await purchases.save(postpone(purchase, now));
          return found;
        }),
      settle: ({ id }) => settlePurchase(id),
      onFailure: ({ id }, error) => log.warn('purchase not settled yet', { purchaseId: id, error }),
    });
