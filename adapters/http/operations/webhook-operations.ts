import { LARGEST_NOTIFICATION, sizeText } from '#adapters/http/body-limits.ts';
import { NotificationAnswer } from '#adapters/http/contract/purchase-contract.ts';
import type { Operation } from './operation.ts';

export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  {
    id: 'receiveNotification',
    area: 'Provider',
    method: 'post',
    path: '/api/stripe/webhook',
    summary: 'Take a notification of the payment provider',
    description: `Checked by the provider’s signature on the raw bytes (Stripe’s is in \`Stripe-Signature\`), up to ${sizeText(LARGEST_NOTIFICATION)}; of a provider that signs nothing, by asking it. A notification is a hint of what to read again, never believed. One that comes twice is answered like the first. Anything but 200 asks the provider to send it again.`,
    signed: 'An event as the provider sent it.',
    limits: { notification: 'an address, that told nothing new, of a provider that signs nothing' },
    answers: { 200: { says: 'Stored, known already, or about nothing of ours.', json: NotificationAnswer } },
    refusals: ['NOTIFICATION_REJECTED', 'PAYMENTS_UNAVAILABLE'],
  },
];
