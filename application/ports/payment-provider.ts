import type { ReturnKind } from '#domain/purchase.ts';
import type { HostedPage } from '#domain/hosted-page.ts';
import type { Instant } from '#domain/instant.ts';
import type { Cents } from '#domain/money.ts';
import type { PaymentProfile } from './payment-profile.ts';
import type { ProviderNotification, RawNotification, Subject } from './provider-notification.ts';

export type PurchaseCheckout = {
  /** Our id, a UUID. While its page may be open, no second one is opened under it: the first is answered again. */
  readonly purchaseId: string;
  /** US dollars, like all amounts here. */
  readonly amount: Cents;
  readonly lineItem: string;
  /** Prefilled for a signed-in buyer. An address that the provider refuses does not prevent paying: the page opens without it. */
  readonly email: string | undefined;
  readonly closesAt: Instant;
  /** Where the browser goes after paying; `{ref}` in it becomes the checkout's reference. */
  readonly successUrl: string;
  readonly cancelUrl: string;
};

/**
 * The provider's reference, and the hosted page to send the browser to. Every reference of an adapter, of a checkout, payment, payer or
 * subscription, is 8 to 255 letters, digits, `_` and `-`: it stands in URLs and is stored.
 */
export type OpenedCheckout = HostedPage & { readonly url: string };

/**
 * `amount` is what was paid, and not what was asked: the shop compares the two. `email` is as the buyer gave it, and empty where the
 * provider knows none; the shop checks whether it is an address.
 */
export type PurchaseReading =
  | { readonly state: 'open' }
  | { readonly state: 'closed' }
  | { readonly state: 'free'; readonly email: string }
  | {
      readonly state: 'authorised' | 'collected' | 'released';
      readonly paymentRef: string;
      readonly amount: Cents;
      readonly email: string;
    }
  | {
      /**
       * Collected money that has gone back in whole, whoever sent it, or that a dispute has taken. While a bank only asks, once the
       * shop has won, and when a refund has come back, it is `collected`.
       */
      readonly state: 'refunded';
      readonly how: ReturnKind;
      readonly paymentRef: string;
      readonly amount: Cents;
      readonly email: string;
    };

/** The order that a hosted page was opened for, as the provider has stored it. */
export type Origin = {
  readonly of: 'purchase' | 'subscription';
  /** Our id: the `purchaseId` or the `subscriptionId`. */
  readonly id: string;
  readonly checkoutRef: string;
  /**
   * The whole URL: it says which shop's it is, as several shops may share one account at a provider, and what was paid for. The
   * provider has replaced `{ref}`.
   */
  readonly successUrl: string;
};

/**
 * A provider of hosted card payments. It knows no lead, coupon or user. Every method may throw `ProviderUnavailable` (try again later)
 * or `ProviderRefused` (our request is wrong); those that take a reference also `UnknownCheckout`. Errors are logged: they hold no
 * secret, nobody's address and no URL of the shop. No method uses `this`: what goes round a provider calls each by itself.
 */
export interface PaymentProvider {
  readonly profile: PaymentProfile;
  readonly openPurchase: (checkout: PurchaseCheckout) => Promise<OpenedCheckout>;
  /** Finishes what the buyer began, where the provider leaves that to us. A purchase once read as `closed` stays so. Safe to repeat. */
  readonly readPurchase: (ref: string) => Promise<PurchaseReading>;
  /** Ends an open hosted page, so that nobody can pay there any more. What is already closed or paid stays as it is. */
  readonly closeCheckout: (ref: string) => Promise<void>;
  /** Takes held money. Safe to repeat. `lapsed`: it can no longer be had. `pending`, here and below: asked for, and not done yet. */
  readonly collect: (paymentRef: string) => Promise<'collected' | 'pending' | 'lapsed'>;
  /** Lets held money go. Safe to repeat. */
  readonly release: (paymentRef: string) => Promise<'released' | 'pending' | 'already-collected'>;
  /** Sends collected money back, in whole: what is left of it. Safe to repeat. What the buyer's bank did not take is sent again. */
  readonly refund: (paymentRef: string) => Promise<'refunded' | 'pending'>;
  /**
   * Checks the signature on the raw bytes; where the provider signs nothing, asks it about the named object: see
   * `profile.notifications`. Throws `NotificationRejected` if it is forged, stale or unreadable.
   */
  readonly readNotification: (raw: RawNotification) => Promise<ProviderNotification>;
  /**
   * The order behind a checkout, or behind the first checkout of a subscription. Throws `UnknownCheckout` for one that no shop has
   * opened by this port. After a notification about it, it is known even if the adapter has lost all that it stored here.
   */
  readonly readOrigin: (subject: Subject) => Promise<Origin>;
}

/** The provider did not answer, or answered that it cannot now. The same call may be made again. */
export class ProviderUnavailable extends Error {
  override readonly name: string = 'ProviderUnavailable';
}

/** The provider answered that it is asked too often. It is there: a call that waits a little succeeds. */
export class ProviderBusy extends ProviderUnavailable {
  override readonly name = 'ProviderBusy';
}

/** The provider understood and refused: our request or our settings are wrong. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}

/** The provider has no checkout, payment or subscription of that reference. */
export class UnknownCheckout extends Error {
  override readonly name = 'UnknownCheckout';
}

/** Whether the error is the provider's inability or refusal, and not a fault of ours. */
export const isProviderTrouble = (error: unknown): error is ProviderUnavailable | ProviderRefused | UnknownCheckout =>
  error instanceof ProviderUnavailable || error instanceof ProviderRefused || error instanceof UnknownCheckout;

/** Whether the provider has heard the call: it has refused, or is asked too often. One that is away has heard nothing. */
export const hasAnswered = (error: unknown): boolean =>
  isProviderTrouble(error) && (error instanceof ProviderBusy || !(error instanceof ProviderUnavailable));
