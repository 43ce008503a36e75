import Stripe from 'stripe';

import { SECOND } from '#domain/instant.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';

import { checkoutsAt } from './checkouts.ts';
import { httpClient } from './http-client.ts';
import { notificationsFrom } from './notifications.ts';
import { originsAt } from './origins.ts';
import { profileOf } from './profile.ts';
import { purchasesAt } from './purchases.ts';
import { subscribingAt } from './subscribing.ts';
import { subscriptionsAt } from './subscriptions.ts';

type Settings = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The account's public key, for Stripe.js in the browser. */
  readonly publishableKey: string | undefined;
  /** Origins of the account's own domains for its hosted pages. */
  readonly checkoutOrigins: readonly string[];
  /** The monthly price, if one was made at Stripe. */
  readonly priceId: string | undefined;
  /** Origin of another host of the same API. */
  readonly apiUrl: string | undefined;
  readonly clock: Clock;
};

const hostOf = (apiUrl: string) => {
  const { protocol, hostname, port } = new URL(apiUrl);
  // Only a URL writes an IPv6 address in brackets.
  const host = hostname.replaceAll(/[[\]]/g, '');
  const isPlain = protocol === 'http:';
  return { protocol: isPlain ? 'http' : 'https', host, port: port || (isPlain ? 80 : 443) } as const;
};

/** Stripe, behind both ports: money is held at its hosted page, and collected or released by us. */
export const stripePayments = (settings: Settings): PaymentProvider & SubscriptionProvider => {
  const { secretKey, webhookSecret, priceId, apiUrl, clock } = settings;
  const client = (maxNetworkRetries: number): Stripe =>
    new Stripe(secretKey, {
      telemetry: false,
      timeout: 10 * SECOND,
      maxNetworkRetries,
      httpClient: httpClient(),
      ...(apiUrl === undefined ? {} : hostOf(apiUrl)),
    });
  // Calls that a person waits for are repeated at once (C53). All others are repeated by a job or by the next look at the page, and
  // must not outlast the lease of the job.
  const [patient, stripe] = [client(2), client(0)];
  const checkouts = checkoutsAt(stripe, patient);
  const { endAfterPaidPeriod, keepGoing } = subscriptionsAt(patient);
  return {
    profile: profileOf(settings),
    ...purchasesAt(stripe, checkouts),
    ...subscribingAt(patient, checkouts, priceId),
    ...subscriptionsAt(stripe),
    endAfterPaidPeriod,
    keepGoing,
    closeCheckout: checkouts.close,
    readNotification: notificationsFrom({ stripe, clock, webhookSecret }),
    readOrigin: originsAt(stripe, checkouts),
  };
};
