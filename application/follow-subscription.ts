import type { Subscription } from '#domain/subscription.ts';
import type { Atomically } from './ports/atomically.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly settleSubscription: (subscriptionId: string) => Promise<Subscription | undefined>;
};

/** Settles a subscription by the provider's reference. One that is not ours, or not begun yet, is left to its checkout. */
export const followSubscription =
  ({ atomically, settleSubscription }: Needs) =>
  async (subscriptionRef: string): Promise<void> => {
    const known = await atomically(({ subscriptions }) => subscriptions.findByRef(subscriptionRef));
    if (known !== undefined) await settleSubscription(known.id);
  };
