import { afterEach } from 'vitest';

import { mailerContract } from '#tests/contracts/mailer.contract.ts';

import { failing } from './double.ts';
import { closeAll, servedRig } from './rig.ts';

afterEach(closeAll);

mailerContract('Resend', async () => {
  const { mailer, double, close } = await servedRig();
  return {
    mailer,
    from: 'Homelead <leads@homelead.example>',
    trouble: {
      later: () => double.trouble(failing(429, 'rate_limit_exceeded')),
      'locked out': () => double.trouble(failing(401, 'restricted_api_key')),
      'sender refused': () => double.trouble(failing(422, 'validation_error', 'Invalid `from` field.')),
      refuses: () => double.trouble(failing(422, 'validation_error', 'Invalid `to` field: canary-jane@example.com')),
      'answer lost': () => double.trouble('drops the answer'),
      unreachable: close,
    },
    received: async () =>
      double.outbox.map(({ fields }) => {
        const {
          from,
          to,
          reply_to: replyTo,
          subject,
          text,
          html,
          headers,
        } = fields as Record<string, string> & {
          readonly to: readonly string[];
          readonly headers: Readonly<Record<string, string>>;
        };
        const id = headers['X-Entity-Ref-ID'] ?? '';
        return {
          id,
          to,
          from: from ?? '',
          replyTo,
          subject: subject ?? '',
          text: text ?? '',
          html: html ?? '',
          writtenBy: 'Auto-Submitted' in headers ? 'shop' : 'person',
        };
      }),
  };
});
