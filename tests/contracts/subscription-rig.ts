import type { Cents } from '#domain/money.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';

import type { PaymentRig } from './payment-rig.ts';

/** One provider of subscriptions with its buyer, its clock and its post, for one test. */
export type SubscriptionRig = Omit<PaymentRig, 'payments'> & {
  readonly payments: PaymentProvider & SubscriptionProvider;
  /** Why nothing is scheduled there: `endAfterPaidPeriod` ends at once, and is not undone. Printed with the cases that are skipped. */
  readonly endsAtOnce?: string;
  /**
   * The clock stands still, and yet the next payment falls due. `paid` takes it for the month that follows the paid one, or, of an
   * overdue one, for the month that is owed. `failed`: the card is declined, and what is paid ends now.
   */
  readonly renewal: {
    readonly paid: (subscriptionRef: string) => Promise<void>;
    readonly failed: (subscriptionRef: string) => Promise<void>;
  };
  /** What its payments come to, as the provider's own books tell it: in cents. */
  readonly subscriptionMoney: (
    subscriptionRef: string,
  ) => Promise<{ readonly taken: Cents; readonly givenBack: Cents }>;
};
