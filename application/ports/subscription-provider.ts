import type { Instant } from '#domain/instant.ts';
import type { Cents } from '#domain/money.ts';
import type { TermReading } from '#domain/subscription.ts';
import type { OpenedCheckout } from './payment-provider.ts';

export type SubscriptionCheckout = {
  /** Our id, a UUID. While its page may be open, no second one is opened under it: the first is answered again. */
  readonly subscriptionId: string;
  /** US dollars, taken at once and then each month. */
  readonly monthlyAmount: Cents;
  readonly lineItem: string;
  /**
   * The payer: one customer at the provider for one `id` of ours, a UUID. `ref` is that customer's, once a reading has named it. A `ref` that
   * the provider does not know is a former provider's, and is ignored; one of another `id` is a `ProviderRefused`. An `email` that it
   * refuses does not prevent subscribing.
   */
  readonly payer: { readonly id: string; readonly email: string; readonly ref: string | undefined };
  readonly closesAt: Instant;
  /** Where the browser goes after paying; `{ref}` in it becomes the checkout's reference. */
  readonly successUrl: string;
  readonly cancelUrl: string;
};

export type SubscriptionCheckoutReading =
  | { readonly state: 'open' }
  | { readonly state: 'closed' }
  | { readonly state: 'paid'; readonly subscriptionRef: string };

/**
 * A month whose payment went back in whole, or is disputed, is not paid; nor is one that has begun and is not charged yet. For an
 * `ended` one `endsAt` is when it ended: what is paid after that is sent back.
 */
export type SubscriptionReading = TermReading & {
  readonly startedAt: Instant;
  readonly payerRef: string;
};

/**
 * A provider's subscriptions, by the month, through its hosted page. Every method may throw what those of `PaymentProvider`
 * may; a subscription that the provider does not know is an `UnknownCheckout` too. `closeCheckout` and `refund` of
 * `PaymentProvider` are for these checkouts and payments as well. No method uses `this`.
 */
export interface SubscriptionProvider {
  readonly openSubscription: (checkout: SubscriptionCheckout) => Promise<OpenedCheckout>;
  /** A checkout once read as `paid` stays so, whatever becomes of the subscription. */
  readonly readSubscriptionCheckout: (ref: string) => Promise<SubscriptionCheckoutReading>;
  readonly readSubscription: (ref: string) => Promise<SubscriptionReading>;
  /**
   * Renews it no more: it ends with what is paid. One that is overdue, or whose month has begun and is not charged yet, ends as by
   * `endAtOnce`; an ended one stays as it is. Safe to repeat. A provider that can only end it at once does so, and its reading still
   * says until when it is paid: access lasts until then.
   */
  readonly endAfterPaidPeriod: (ref: string) => Promise<void>;
  /** Undoes `endAfterPaidPeriod` while there is time. Safe to repeat. `ended`: too late. */
  readonly keepGoing: (ref: string) => Promise<'going' | 'ended'>;
  /**
   * Ends it now. Nothing is sent back, and what is still owed for it cannot be paid any more; the same for one that has ended by itself
   * or by somebody else. Safe to repeat.
   */
  readonly endAtOnce: (ref: string) => Promise<void>;
}
