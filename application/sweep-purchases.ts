import type { Purchase } from '#domain/purchase.ts';
import { postpone } from '#domain/purchase-check.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly settlePurchase: (purchaseId: string) => Promise<Purchase | undefined>;
  readonly clock: Clock;
  readonly log: Log;
};

/** How many purchases one sweep takes in hand: what remains is due at the next, a minute later. */
const AT_MOST = 200;

/**
 * The safety net under notifications that never came and processes that ended: settles every unfinished purchase that is
 * due, with longer and longer pauses. One that fails does not stop the others. Answers how many it took in hand.
 */
export const sweepPurchases =
  ({ atomically, settlePurchase, clock, log }: Needs) =>
  async (): Promise<number> => {
    const due = await atomically(async ({ purchases }) => {
      const found = await purchases.findDue(clock(), AT_MOST);
      for (const purchase of found) await purchases.save(postpone(purchase, clock()));
      return found;
    });
    for (const { id } of due) {
      try {
        await settlePurchase(id);
      } catch (error) {
        log.warn('purchase not settled yet', { purchaseId: id, error: error as Error });
      }
    }
    return due.length;
  };
