import { changeSubscription } from './change-subscription.ts';
import type { ChangeNeeds } from './change-subscription.ts';
import type { SubscriptionProvider } from './ports/subscription-provider.ts';

type Needs = ChangeNeeds & { readonly payments: Pick<SubscriptionProvider, 'keepGoing'> };

/** Takes back `unsubscribe` while there is time, without a new payment. Repeating it changes nothing. */
export const keepSubscription = (needs: Needs) =>
  changeSubscription(needs, {
    askProvider: async (ref) => (await needs.payments.keepGoing(ref)) === 'going',
    isDoneFor: () => false,
  });
