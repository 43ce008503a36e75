import type { Cents } from '#domain/money.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';

import type { PaymentRig, Possible } from './payment-rig.ts';

/** One provider of subscriptions with its buyer, its clock and its notifications, for one test. */
export type SubscriptionRig = PaymentRig<PaymentProvider & SubscriptionProvider> & {
  /** Why it cannot schedule an end: `endAfterPaidPeriod` ends at once, and is not undone. Printed with the skipped cases. */
  readonly endsAtOnce?: string;
  /**
   * The clock stands still, and yet the next payment falls due. `paid` takes it for the month that follows the paid one, or for the
   * month that is owed: as long as the provider lets anybody pay that, also after the end. `failed`: the card is declined, and what
   * is paid ends now. `begins`: what is paid ends now, and the card is not charged yet. `givenUp`: the provider itself ends an overdue
   * one, and may need time for it: the clock may move.
   */
  readonly renewal: {
    readonly begins: Possible<(subscriptionRef: string) => Promise<void>>;
    readonly paid: (subscriptionRef: string) => Promise<void>;
    readonly failed: (subscriptionRef: string) => Promise<void>;
    readonly givenUp: Possible<(subscriptionRef: string) => Promise<void>>;
  };
  /**
   * Actions of others on one of its payments: the shop's people refund a part of it, and the payer's bank inquires and takes it; then it
   * gives it up, or keeps it for good.
   */
  readonly paymentElsewhere: Possible<{
    readonly refundPart: (paymentRef: string, part: Cents) => Promise<void>;
    readonly inquire: (paymentRef: string) => Promise<void>;
    readonly dispute: (paymentRef: string) => Promise<void>;
    readonly disputeIsWon: (paymentRef: string) => Promise<void>;
    readonly disputeIsLost: (paymentRef: string) => Promise<void>;
  }>;
  /** The sum of its payments in the provider's own records, in cents. What a bank has taken is given back, too. */
  readonly subscriptionMoney: (
    subscriptionRef: string,
  ) => Promise<{ readonly taken: Cents; readonly givenBack: Cents }>;
};
