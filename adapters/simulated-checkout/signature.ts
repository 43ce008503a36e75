import { createHmac, timingSafeEqual } from 'node:crypto';

import { SECOND } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import { NotificationRejected } from '#application/ports/provider-notification.ts';
import type { RawNotification } from '#application/ports/provider-notification.ts';

const HEADER = 'simulated-signature';

/** How old, or how far ahead of our clock, a signature may be, in milliseconds. */
const TOLERANCE = 300 * SECOND;

const HEADER_SHAPE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

const macOf = (secret: string, seconds: string, body: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();

/** The body with its signature: HMAC-SHA256 over `<seconds since 1970>.<body>`, as `t=…,v1=…`. */
export const signed = (secret: string, body: Uint8Array, now: Instant): RawNotification => {
  const seconds = String(Math.floor(now / SECOND));
  return {
    body,
    headers: {
      'content-type': 'application/json',
      [HEADER]: `t=${seconds},v1=${macOf(secret, seconds, body).toString('hex')}`,
    },
  };
};

/** Throws `NotificationRejected` unless these very bytes were signed with `secret` within the last five minutes. */
export const checkSignature = (secret: string, { body, headers }: RawNotification, now: Instant): void => {
  const [, seconds, mac] = HEADER_SHAPE.exec(headers[HEADER] ?? '') ?? [];
  if (seconds === undefined || mac === undefined) throw new NotificationRejected('not signed');
  if (!timingSafeEqual(Buffer.from(mac, 'hex'), macOf(secret, seconds, body)))
    throw new NotificationRejected('signed by somebody else, or altered');
  if (Math.abs(now - Number(seconds) * SECOND) > TOLERANCE) throw new NotificationRejected('too old');
};
