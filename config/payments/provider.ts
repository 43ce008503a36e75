import type { Hono } from 'hono';

import type { Clock } from '#application/ports/clock.ts';
import type { Documents } from '#application/ports/documents.ts';
import type { Log } from '#application/ports/log.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import type { RawNotification } from '#application/ports/provider-notification.ts';
import type { Secrets } from '#application/ports/secrets.ts';
import type { SubscriptionProvider } from '#application/ports/subscription-provider.ts';
import { opening, option } from '#config/choice.ts';
import type { Option } from '#config/choice.ts';

type Needs = {
  readonly publicUrl: string | undefined;
  readonly documents: Documents;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Log;
  /** Delivers notifications of a provider inside this process. One outside knows the URL. */
  readonly notify: (raw: RawNotification) => Promise<void>;
};

type OpenedPayments = {
  readonly payments: PaymentProvider & SubscriptionProvider;
  /** Its own hosted pages. */
  readonly pages: readonly Hono[];
  /** Pays without a page; only where no money moves. */
  readonly buyer: { readonly pay: (ref: string, email: string) => Promise<void> } | undefined;
};

/** One way to take payments. */
export type PaymentOption = Option<Needs, OpenedPayments>;

/** Makes an option from its description. */
export const paymentOption = option<Needs, OpenedPayments>();

/** The option, which opens no provider that calls itself otherwise: remembered notifications of two providers would be taken for one's. */
export const named = (one: PaymentOption): PaymentOption =>
  opening(one, (opened) => {
    const { name } = opened.payments.profile;
    if (name !== one.name) throw new Error(`the provider of PAYMENTS=${one.name} calls itself ${name}`);
    return opened;
  });
