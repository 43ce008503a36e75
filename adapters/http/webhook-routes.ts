import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import type { receiveNotification } from '#application/receive-notification.ts';
import { refuse } from './failures.ts';
import type { NotificationAnswer } from './purchase-contract.ts';

export type WebhookUseCases = { readonly receiveNotification: ReturnType<typeof receiveNotification> };

/** Providers send larger bodies than people do. */
const LARGEST_NOTIFICATION = 256 * 1024;

/** The provider's notifications, checked by their signature on the raw bytes and by nothing else. */
export const webhookRoutes = ({ receiveNotification }: WebhookUseCases): Hono =>
  new Hono().post(
    '/api/stripe/webhook',
    bodyLimit({ maxSize: LARGEST_NOTIFICATION, onError: (c) => refuse(c, 'BODY_TOO_LARGE') }),
    async (c) => {
      const body = new Uint8Array(await c.req.arrayBuffer());
      const outcome = await receiveNotification({ body, headers: c.req.header() });
      return outcome === 'rejected'
        ? refuse(c, 'NOTIFICATION_REJECTED')
        : c.json({ received: true } satisfies NotificationAnswer);
    },
  );
