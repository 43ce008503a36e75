import type { Cents } from '#domain/money.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';

import type { PaymentRig, Possible } from './payment-rig.ts';

/** One provider of subscriptions with its buyer, its clock and its post, for one test. */
export type SubscriptionRig = PaymentRig<PaymentProvider & SubscriptionProvider> & {
  /** Why nothing is scheduled there: `endAfterPaidPeriod` ends at once, and is not undone. Printed with the cases that are skipped. */
  readonly endsAtOnce?: string;
  /**
   * The clock stands still, and yet the next payment falls due. `paid` takes it for the month that follows the paid one, or for the
   * month that is owed: as long as the provider lets anybody pay that, also after the end. `failed`: the card is declined, and what
   * is paid ends now. `begins`: what is paid ends now, and the card is not charged yet.
   */
  readonly renewal: {
    readonly begins: Possible<(subscriptionRef: string) => Promise<void>>;
    readonly paid: (subscriptionRef: string) => Promise<void>;
    readonly failed: (subscriptionRef: string) => Promise<void>;
  };
  /** What happens to one of its payments elsewhere: the shop's people send a part of it back, and its payer's bank asks, takes it, and gives it up. */
  readonly paymentElsewhere: Possible<{
    readonly refundPart: (paymentRef: string, part: Cents) => Promise<void>;
    readonly inquire: (paymentRef: string) => Promise<void>;
    readonly dispute: (paymentRef: string) => Promise<void>;
    readonly disputeIsWon: (paymentRef: string) => Promise<void>;
  }>;
  /** What its payments come to, as the provider's own books tell it: in cents. */
  readonly subscriptionMoney: (
    subscriptionRef: string,
  ) => Promise<{ readonly taken: Cents; readonly givenBack: Cents }>;
};
