import type Stripe from 'stripe';
import * as v from 'valibot';

import type { Clock } from '#application/ports/clock.ts';
import { UnknownCheckout } from '#application/ports/payment-provider.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import { NotificationRejected } from '#application/ports/provider-notification.ts';
import type { ProviderNotification } from '#application/ports/provider-notification.ts';

import { ask } from './failures.ts';
import { idOf, reference } from './references.ts';

type About = ProviderNotification['about'];

/** How old a signature may be. Zero would switch the check off. */
const TOLERANCE_SECONDS = 300;

const NOTHING_OF_OURS: About = { kind: 'nothing of ours' };

const Ref = v.nullish(v.union([v.string(), v.object({ id: v.string() })]));

/** The fields that are looked at in the object of an event, of whichever kind it is; all others are ignored. */
const Subject = v.object({
  id: v.optional(v.string(), ''),
  mode: v.nullish(v.string()),
  payment_intent: Ref,
  parent: v.nullish(v.object({ subscription_details: v.nullish(v.object({ subscription: Ref })) })),
});

const Event = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  type: v.string(),
  data: v.object({ object: v.looseObject({}) }),
});

/** The object of an invoice: the subscription that it renews. */
const renewalOf = ({ parent }: v.InferOutput<typeof Subject>): About => {
  const ref = idOf(parent?.subscription_details?.subscription);
  return ref === undefined ? NOTHING_OF_OURS : { kind: 'subscription', ref };
};

type Settings = { readonly stripe: Stripe; readonly clock: Clock; readonly webhookSecret: string };

/** Reads Stripe's notifications. An event only says what to read again; nothing else in it is believed. */
export const notificationsFrom = ({ stripe, clock, webhookSecret }: Settings): PaymentProvider['readNotification'] => {
  /** The subscription of a monthly payment, by the invoice that it paid: its checkout does not know it. */
  const subscriptionOf = async (payment: string): Promise<About> => {
    const { data } = await ask(() =>
      stripe.invoicePayments.list({
        payment: { type: 'payment_intent', payment_intent: payment },
        limit: 1,
        expand: ['data.invoice'],
      }),
    );
    const subject = v.safeParse(Subject, data[0]?.invoice);
    return subject.success ? renewalOf(subject.output) : NOTHING_OF_OURS;
  };

  /** A payment names neither its checkout nor its subscription, so Stripe is asked for them. */
  const originOf = async (paymentRef: string | undefined): Promise<About> => {
    try {
      const payment = reference('pi', paymentRef ?? '');
      const { data } = await ask(() => stripe.checkout.sessions.list({ payment_intent: payment, limit: 1 }));
      const [session] = data;
      return session === undefined ? await subscriptionOf(payment) : { kind: 'checkout', ref: session.id };
    } catch (error) {
      if (error instanceof UnknownCheckout) return NOTHING_OF_OURS;
      throw error;
    }
  };

  const aboutOf = async (type: string, subject: v.InferOutput<typeof Subject>): Promise<About> => {
    switch (type) {
      case 'checkout.session.completed':
      case 'checkout.session.expired':
        return subject.mode === 'payment' || subject.mode === 'subscription'
          ? { kind: 'checkout', ref: subject.id }
          : NOTHING_OF_OURS;
      case 'payment_intent.canceled':
        return originOf(subject.id);
      case 'charge.refunded':
      case 'charge.refund.updated':
      case 'charge.dispute.created':
      case 'charge.dispute.closed':
      case 'charge.dispute.funds_withdrawn':
      case 'charge.dispute.funds_reinstated':
      case 'refund.updated':
      case 'refund.failed':
        return originOf(idOf(subject.payment_intent));
      case 'customer.subscription.created':
      case 'customer.subscription.updated':
      case 'customer.subscription.deleted':
        return { kind: 'subscription', ref: subject.id };
      case 'invoice.paid':
      case 'invoice.payment_failed':
        return renewalOf(subject);
      default:
        return NOTHING_OF_OURS;
    }
  };

  const verified = async (body: Uint8Array, signature: string): Promise<v.InferOutput<typeof Event>> => {
    try {
      const crypto = undefined;
      return v.parse(
        Event,
        await stripe.webhooks.constructEventAsync(body, signature, webhookSecret, TOLERANCE_SECONDS, crypto, clock()),
      );
    } catch {
      // Stripe's own error is not passed on: it repeats the body.
      throw new NotificationRejected('not signed by Stripe, too old, or not an event');
    }
  };

  return async ({ body, headers }) => {
    const { id, type, data } = await verified(body, headers['stripe-signature'] ?? '');
    const subject = v.safeParse(Subject, data.object);
    return { id, about: subject.success ? await aboutOf(type, subject.output) : NOTHING_OF_OURS };
  };
};
