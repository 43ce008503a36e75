import type { Subscription } from '#domain/subscription.ts';
import type { Atomically } from './ports/atomically.ts';
import type { SettlePurchase } from './settle-purchase.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly settlePurchase: SettlePurchase;
  readonly settleSubscription: (subscriptionId: string) => Promise<Subscription | undefined>;
};

/** Settles what a provider's checkout is for, a refund or dispute made there included. One that is not ours is left alone. */
export const settleCheckout =
  ({ atomically, settlePurchase, settleSubscription }: Needs) =>
  async (checkoutRef: string): Promise<void> => {
    const { purchase, subscription } = await atomically(async ({ purchases, subscriptions }) => ({
      purchase: await purchases.findByCheckout(checkoutRef),
      subscription: await subscriptions.findByCheckout(checkoutRef),
    }));
    if (purchase !== undefined) await settlePurchase(purchase.id, { rereads: true });
    if (subscription !== undefined) await settleSubscription(subscription.id);
  };
