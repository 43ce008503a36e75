import { failedToOpen } from '#domain/hosted-page.ts';
import type { Subscription } from '#domain/subscription.ts';
import { begin } from '#domain/subscription-beginning.ts';
import { abandonSubscription } from '#domain/subscription-steps.ts';
import type { Clock } from './ports/clock.ts';
import { UnknownCheckout } from './ports/payment-provider.ts';
import type { SubscriptionProvider, SubscriptionReading } from './ports/subscription-provider.ts';
import type { Step } from './subscription-transaction.ts';

type Needs = {
  readonly payments: Pick<SubscriptionProvider, 'readSubscriptionCheckout'>;
  readonly clock: Clock;
  /** In milliseconds. */
  readonly renewalGrace: number;
  /** Reads a subscription; one that has ended is closed at the provider first. */
  readonly readAndClose: (subscriptionRef: string) => Promise<SubscriptionReading>;
};

/** Steps of a subscription that has not begun, by its hosted page: of an open one, and of one that was given up. */
export const openedSubscriptions = ({ payments, clock, renewalGrace, readAndClose }: Needs) => {
  const askPage = async (pageRef: string): Promise<Step> => {
    const reading = await payments.readSubscriptionCheckout(pageRef);
    if (reading.state === 'open') return () => undefined;
    if (reading.state === 'closed') return (open) => abandonSubscription(open, clock());
    const ref = reading.subscriptionRef;
    const term = await readAndClose(ref);
    return (unbegun, others) => begin(unbegun, { ...term, ref }, others, clock(), renewalGrace);
  };

  return async ({ progress, checkout }: Subscription): Promise<Step> => {
    if (checkout === undefined)
      return (open) => (failedToOpen(open, clock()) ? abandonSubscription(open, clock()) : undefined);
    try {
      return await askPage(checkout.ref);
    } catch (error) {
      // A page that the provider does not know cannot be paid.
      if (progress.state === 'abandoned' && error instanceof UnknownCheckout) return () => undefined;
      throw error;
    }
  };
};
