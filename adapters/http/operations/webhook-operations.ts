import { NotificationAnswer } from '#adapters/http/contract/purchase-contract.ts';
import type { Operation } from './operation.ts';

export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  {
    id: 'receiveNotification',
    area: 'Provider',
    method: 'post',
    path: '/api/stripe/webhook',
    summary: 'Take a notification of the payment provider',
    description:
      'Checked by the provider’s signature on the raw bytes (Stripe’s is in `Stripe-Signature`), up to 256 KiB. A notification is a hint of what to read again, never believed. One that comes twice is answered like the first. Anything but 200 asks the provider to send it again.',
    signed: 'An event as the provider signed it.',
    answers: { 200: { says: 'Stored, or known already.', json: NotificationAnswer } },
    refusals: ['NOTIFICATION_REJECTED'],
  },
];
