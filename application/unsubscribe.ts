import { hasJustEnded } from '#domain/subscription.ts';
import { changeSubscription } from './change-subscription.ts';
import type { ChangeNeeds } from './change-subscription.ts';
import type { Clock } from './ports/clock.ts';
import type { SubscriptionProvider } from './ports/subscription-provider.ts';

type Needs = ChangeNeeds & {
  readonly payments: Pick<SubscriptionProvider, 'endAfterPaidPeriod'>;
  readonly clock: Clock;
  /** In milliseconds. */
  readonly renewalGrace: number;
};

/** Ends the user's subscription with what is paid: access lasts until then. Repeating it changes nothing. */
export const unsubscribe = (needs: Needs) =>
  changeSubscription(needs, {
    askProvider: async (ref) => {
      await needs.payments.endAfterPaidPeriod(ref);
      return true;
    },
    // Whoever ended it, perhaps this user by a first try whose answer was lost.
    isDoneFor: (formers) => formers.some((one) => hasJustEnded(one, needs.clock(), needs.renewalGrace)),
  });
