import type { Purchase } from '#domain/purchase.ts';
import { abandon } from '#domain/purchase-steps.ts';
import { unopened } from './checkout-opening.ts';
import type { Opening } from './checkout-opening.ts';
import { closingTime } from './closing-time.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import type { OpenedCheckout, PaymentProvider, PurchaseCheckout } from './ports/payment-provider.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly payments: Pick<PaymentProvider, 'profile' | 'openPurchase' | 'closeCheckout'>;
  readonly clock: Clock;
  readonly log: Log;
};

/** The address to prefill, and the pages of the shop to come back to. */
type Buyer = Pick<PurchaseCheckout, 'email' | 'successUrl' | 'cancelUrl'>;

/**
 * Opens the hosted page of a purchase that was just stored as open, and stores the page with it. Where no page opens the purchase is
 * given up.
 */
export const purchaseCheckout = ({ atomically, payments, clock, log }: Needs) => {
  const giveUp = (id: string): Promise<void> =>
    atomically(async ({ purchases }) => {
      const purchase = await purchases.find(id);
      const abandoned = purchase && abandon(purchase, clock());
      if (abandoned !== undefined) await purchases.save(abandoned);
    });

  /** Stores the hosted page, if the purchase is still open. `false`: the sweep has given it up meanwhile, so nobody may pay there. */
  const keepPage = (begun: Purchase, { ref, closesAt }: OpenedCheckout): Promise<boolean> =>
    atomically(async ({ purchases }) => {
      const purchase = await purchases.recall(begun);
      if (purchase?.progress.state !== 'open') return false;
      await purchases.save({ ...purchase, checkout: { ref, closesAt } });
      return true;
    });

  const open = async ({ id, price, lineItem, openedAt }: Purchase, buyer: Buyer): Promise<Opening> => {
    try {
      const closesAt = closingTime(payments.profile, openedAt);
      const checkout = await payments.openPurchase({ purchaseId: id, amount: price, lineItem, closesAt, ...buyer });
      return { is: 'opened', checkout };
    } catch (error) {
      await giveUp(id);
      return unopened(log, error, { purchaseId: id });
    }
  };

  return async (purchase: Purchase, buyer: Buyer): Promise<Opening> => {
    const opening = await open(purchase, buyer);
    if (opening.is !== 'opened' || (await keepPage(purchase, opening.checkout))) return opening;
    await payments.closeCheckout(opening.checkout.ref);
    return { is: 'payments-unavailable', wasAway: false };
  };
};
