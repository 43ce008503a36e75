import { Hono } from 'hono';

import type { receiveNotification } from '#application/receive-notification.ts';
import { refuse } from '#adapters/http/failures.ts';
import type { NotificationAnswer } from '#adapters/http/contract/purchase-contract.ts';

export type WebhookUseCases = { readonly receiveNotification: ReturnType<typeof receiveNotification> };

export const WEBHOOK = '/api/stripe/webhook';

/** The provider's notifications, checked by their signature on the raw bytes and by nothing else. */
export const webhookRoutes = ({ receiveNotification }: WebhookUseCases): Hono =>
  new Hono().post(WEBHOOK, async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer());
    const outcome = await receiveNotification({ body, headers: c.req.header() });
    return outcome === 'rejected'
      ? refuse(c, 'NOTIFICATION_REJECTED')
      : c.json({ received: true } satisfies NotificationAnswer);
  });
