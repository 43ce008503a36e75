import type { Hono } from 'hono';

import { breakingPayments } from '#adapters/circuit-breaker/payments.ts';
import { simulatedCheckout } from '#adapters/simulated-checkout/simulated-checkout.ts';
import { stripePayments } from '#adapters/stripe/payments.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Documents } from '#application/ports/documents.ts';
import type { Log } from '#application/ports/log.ts';
import type { PaymentProvider, RawNotification } from '#application/ports/payment-provider.ts';
import type { Secrets } from '#application/ports/secrets.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';
import type { Settings } from './environment.ts';

type Needs = {
  readonly publicUrl: string | undefined;
  readonly documents: Documents;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Log;
  /** How a provider inside this process tells the shop. One outside knows the address. */
  readonly notify: (raw: RawNotification) => Promise<void>;
};

type Payments = {
  readonly payments: PaymentProvider & SubscriptionProvider;
  /** The hosted pages of the simulated checkout. */
  readonly pages: readonly Hono[];
  /** Pays without a page, where no money moves. */
  readonly buyer: { readonly pay: (ref: string, email: string) => Promise<void> } | undefined;
};

/** Whoever takes the money by the settings. */
export const paymentsBy = (settings: Settings['payments'], needs: Needs): Payments => {
  const { clock, secrets } = needs;
  if (settings.kind === 'stripe')
    return { payments: breakingPayments(stripePayments({ ...settings, clock }), needs), pages: [], buyer: undefined };
  const { notifications } = settings;
  const { payments, pages, buyer } = simulatedCheckout({ ...needs, notifications, signingSecret: secrets.token() });
  return { payments, pages: [pages], buyer };
};
