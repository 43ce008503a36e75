import { Hono } from 'hono';

import type { PaymentProfile } from '#application/ports/payment-profile.ts';
import type { receiveNotification } from '#application/receive-notification.ts';
import type { Border } from '#adapters/http/border.ts';
import { refuse } from '#adapters/http/failures.ts';
import { countingHint } from '#adapters/http/hint-tries.ts';
import { WEBHOOK } from '#adapters/http/own-paths.ts';
import type { NotificationAnswer } from '#adapters/http/contract/purchase-contract.ts';

export type WebhookUseCases = { readonly receiveNotification: ReturnType<typeof receiveNotification> };

type Needs = WebhookUseCases & Pick<PaymentProfile, 'notifications'> & Pick<Border, 'limiter' | 'clientAddress'>;

/** The provider's notifications, authenticated by their signature on the raw bytes, or by asking the provider, and by nothing else. */
export const webhookRoutes = ({ receiveNotification, notifications, limiter, clientAddress }: Needs): Hono =>
  new Hono().post(WEBHOOK, async (c) => {
    const raw = { body: new Uint8Array(await c.req.arrayBuffer()), headers: c.req.header() };
    const receive = () => receiveNotification(raw);
    const outcome =
      notifications === 'asked' ? await countingHint(limiter, clientAddress(c), receive) : await receive();
    return outcome === 'rejected'
      ? refuse(c, 'NOTIFICATION_REJECTED')
      : c.json({ received: true } satisfies NotificationAnswer);
  });
