import type { Purchase, PurchaseProgress } from '#domain/purchase.ts';
import type { Atomically, Repositories } from './ports/atomically.ts';
import type { Log } from './ports/log.ts';

type Needs = { readonly atomically: Atomically; readonly log: Log };

/**
 * Changes a purchase in one transaction, which reads it again, unless `work` answers `undefined`. Answers it as it then is, `undefined`
 * if there is none. `onChanged` gets the changed purchase and what it was before, once the change is stored.
 */
export type ChangePurchase = (
  id: string,
  work: (repositories: Repositories, purchase: Purchase) => Promise<Purchase | undefined>,
  onChanged?: (changed: Purchase, before: Purchase) => void,
) => Promise<Purchase | undefined>;

/** The state of a purchase in one word; for a loser, what became of the money. */
export type PurchaseOutcome = PurchaseProgress['state'] | 'lost-released' | 'lost-refunded';

const outcomeOf = ({ progress }: Purchase): PurchaseOutcome =>
  progress.state === 'lost' && (progress.money.is === 'released' || progress.money.is === 'refunded')
    ? `lost-${progress.money.is}`
    : progress.state;

/** Logs what a purchase has become; called when that is stored. */
export const logChange = (log: Log, purchase: Purchase): void =>
  log.info('purchase changed', {
    purchaseId: purchase.id,
    leadId: purchase.leadId,
    outcome: outcomeOf(purchase),
  });

export const purchaseTransaction =
  ({ atomically, log }: Needs): ChangePurchase =>
  async (id, work, onChanged = () => {}) => {
    const { before, changed } = await atomically(async (repositories) => {
      const found = await repositories.purchases.find(id);
      const saved = found && (await work(repositories, found));
      if (saved !== undefined) await repositories.purchases.save(saved);
      return { before: found, changed: saved };
    });
    if (before === undefined || changed === undefined) return before;
    logChange(log, changed);
    onChanged(changed, before);
    return changed;
  };

/** The coupon of a purchase, to be changed with it. */
export const couponOf = async ({ coupons }: Repositories, { couponCode }: Purchase) =>
  couponCode === undefined ? undefined : coupons.findForUpdate(couponCode);
