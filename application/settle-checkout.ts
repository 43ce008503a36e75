import type { Purchase } from '#domain/purchase.ts';
import type { Subscription } from '#domain/subscription.ts';
import type { Atomically } from './ports/atomically.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly settlePurchase: (purchaseId: string) => Promise<Purchase | undefined>;
  readonly settleSubscription: (subscriptionId: string) => Promise<Subscription | undefined>;
};

/** Settles what a provider's checkout is for. One that is not ours is left alone. */
export const settleCheckout =
  ({ atomically, settlePurchase, settleSubscription }: Needs) =>
  async (checkoutRef: string): Promise<void> => {
    const { purchase, subscription } = await atomically(async ({ purchases, subscriptions }) => ({
      purchase: await purchases.findByCheckout(checkoutRef),
      subscription: await subscriptions.findByCheckout(checkoutRef),
    }));
    if (purchase !== undefined) await settlePurchase(purchase.id);
    if (subscription !== undefined) await settleSubscription(subscription.id);
  };
