import { changeSubscription } from './change-subscription.ts';
import type { ChangeNeeds } from './change-subscription.ts';
import type { SubscriptionProvider } from './ports/subscription-provider.ts';

type Needs = ChangeNeeds & { readonly payments: Pick<SubscriptionProvider, 'endAfterPaidPeriod'> };

/** Ends the user's subscription with what is paid: access lasts until then. Repeating it changes nothing. */
export const unsubscribe = (needs: Needs) =>
  changeSubscription(needs, {
    order: async (ref) => {
      await needs.payments.endAfterPaidPeriod(ref);
      return true;
    },
    // What gives access without being live has ended already.
    isDoneFor: ({ is }) => is === 'member',
  });
