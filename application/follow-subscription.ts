import { unknownOrders } from './unknown-orders.ts';
import type { UnknownOrderNeeds } from './unknown-orders.ts';

/** Settles a subscription by the provider's reference, or by that of its first checkout. One that is not ours is left alone. */
export const followSubscription = (needs: UnknownOrderNeeds) => {
  const { atomically, settleSubscription } = needs;
  const lookAfter = unknownOrders(needs);

  return async (subscriptionRef: string): Promise<void> => {
    const known = await atomically(({ subscriptions }) => subscriptions.findByRef(subscriptionRef));
    if (known === undefined) await lookAfter({ kind: 'subscription', ref: subscriptionRef });
    else await settleSubscription(known.id);
  };
};
