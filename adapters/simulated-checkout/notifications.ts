import * as v from 'valibot';

import type { Instant } from '#domain/instant.ts';
import type { Clock } from '#application/ports/clock.ts';
import { NotificationRejected } from '#application/ports/provider-notification.ts';
import type { ProviderNotification, RawNotification } from '#application/ports/provider-notification.ts';
import type { Secrets } from '#application/ports/secrets.ts';

import { checkSignature, signed } from './signature.ts';

const Event = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  type: v.string(),
  checkout: v.optional(v.string()),
  subscription: v.optional(v.string()),
});

/** The kinds of events about a checkout. */
const CHECKOUT_EVENTS = [
  'checkout.paid',
  'checkout.closed',
  'checkout.refunded',
  'checkout.disputed',
  'checkout.bounced',
  'checkout.won',
] as const;

export type CheckoutEvent = (typeof CHECKOUT_EVENTS)[number];

/** An event for the shop, with the reference of its object. */
export type News =
  | { readonly type: CheckoutEvent; readonly checkout: string }
  | { readonly type: 'subscription.changed'; readonly subscription: string };

/** The pauses between the tries to deliver one notification, in milliseconds. */
const RETRY_AFTER: readonly number[] = [250, 1_000, 4_000, 15_000];

export type NotifierSettings = {
  readonly notifications: 'once' | 'twice' | 'never';
  readonly notify: (raw: RawNotification) => Promise<void>;
  readonly signingSecret: string;
  readonly retryAfter?: readonly number[] | undefined;
};

const aboutOf = ({ type, checkout, subscription }: v.InferOutput<typeof Event>): ProviderNotification['about'] => {
  if (checkout !== undefined && CHECKOUT_EVENTS.some((event) => event === type))
    return { kind: 'checkout', ref: checkout };
  if (subscription !== undefined && type === 'subscription.changed') return { kind: 'subscription', ref: subscription };
  return { kind: 'nothing of ours' };
};

/** Reads a notification of `notifierFor`. Throws `NotificationRejected`. */
export const readEvent = (secret: string, raw: RawNotification, now: Instant): ProviderNotification => {
  checkSignature(secret, raw, now);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw.body));
  } catch {
    throw new NotificationRejected('not JSON');
  }
  const event = v.safeParse(Event, json);
  if (!event.success) throw new NotificationRejected('not an event');
  return { id: event.output.id, about: aboutOf(event.output) };
};

/** Notifies the shop like a real provider: signed, a moment later, and again if the shop could not take it. */
export const notifierFor = (
  { notifications, notify, signingSecret, retryAfter = RETRY_AFTER }: NotifierSettings,
  { clock, secrets }: { readonly clock: Clock; readonly secrets: Secrets },
) => {
  const deliver = async (body: Uint8Array, delays = retryAfter): Promise<void> => {
    try {
      await notify(signed(signingSecret, body, clock()));
    } catch {
      // After its last try a provider gives up silently; the shop has its own ways to find out.
      const [delay, ...later] = delays;
      if (delay !== undefined) setTimeout(() => void deliver(body, later), delay).unref();
    }
  };

  return (news: News): void => {
    if (notifications === 'never') return;
    const event: v.InferOutput<typeof Event> = { id: `evt_sim_${secrets.id()}`, ...news };
    const body = new TextEncoder().encode(JSON.stringify(event));
    // The request that caused the event is answered first.
    setImmediate(() => {
      void deliver(body);
      if (notifications === 'twice') void deliver(body);
    });
  };
};
