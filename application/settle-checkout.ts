import type { Purchase } from '#domain/purchase.ts';
import type { Atomically } from './ports/atomically.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly settlePurchase: (purchaseId: string) => Promise<Purchase | undefined>;
};

/** Settles the purchase of a provider's checkout. A checkout that is not ours is left alone: `undefined`. */
export const settleCheckout =
  ({ atomically, settlePurchase }: Needs) =>
  async (checkoutRef: string): Promise<Purchase | undefined> => {
    const purchase = await atomically(({ purchases }) => purchases.findByCheckout(checkoutRef));
    return purchase && settlePurchase(purchase.id);
  };
