import { unknownOrders } from './unknown-orders.ts';
import type { UnknownOrderNeeds } from './unknown-orders.ts';

/** Settles the order of a provider's checkout, a refund or dispute made there included. A checkout that is not ours is left alone. */
export const settleCheckout = (needs: UnknownOrderNeeds) => {
  const { atomically, settlePurchase, settleSubscription } = needs;
  const lookAfter = unknownOrders(needs);

  return async (checkoutRef: string): Promise<void> => {
    const { purchase, subscription } = await atomically(async ({ purchases, subscriptions }) => ({
      purchase: await purchases.findByCheckout(checkoutRef),
      subscription: await subscriptions.findByCheckout(checkoutRef),
    }));
    if (purchase !== undefined) await settlePurchase(purchase.id, { rereads: true });
    if (subscription !== undefined) await settleSubscription(subscription.id);
    if (purchase === undefined && subscription === undefined) await lookAfter({ kind: 'checkout', ref: checkoutRef });
  };
};
