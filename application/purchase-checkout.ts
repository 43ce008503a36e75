import { withPage } from '#domain/hosted-page.ts';
import type { Purchase } from '#domain/purchase.ts';
import { abandon } from '#domain/purchase-steps.ts';
import { openPage } from './checkout-opening.ts';
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

  /** `false`: the sweep has given the purchase up meanwhile. */
  const keep = (begun: Purchase, page: OpenedCheckout): Promise<boolean> =>
    atomically(async ({ purchases }) => {
      const purchase = await purchases.recall(begun);
      const opened = purchase && withPage(purchase, page);
      if (opened !== undefined) await purchases.save(opened);
      return opened !== undefined;
    });

  return (purchase: Purchase, buyer: Buyer): Promise<Opening> => {
    const { id, price, lineItem, openedAt } = purchase;
    const page = {
      open: () => {
        const closesAt = closingTime(payments.profile, openedAt);
        return payments.openPurchase({ purchaseId: id, amount: price, lineItem, closesAt, ...buyer });
      },
      keep: (checkout: OpenedCheckout) => keep(purchase, checkout),
      close: payments.closeCheckout,
      giveUp: () => giveUp(id),
    };
    return openPage(page, log, { purchaseId: id });
  };
};
