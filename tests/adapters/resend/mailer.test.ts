import { afterEach } from 'vitest';

import { mailerContract } from '#tests/contracts/mailer.contract.ts';

import { API_KEY, failing } from './double.ts';
import { closeAll, servedRig } from './rig.ts';

afterEach(closeAll);

mailerContract('Resend', async (patience) => {
  const { mailer, double, close } = await servedRig({ patience });
  return {
    mailer,
    from: 'Homelead <leads@homelead.example>',
    secrets: [API_KEY],
    trouble: {
      later: [() => double.trouble(failing(429, 'rate_limit_exceeded'))],
      'put off': { none: 'Resend says "later" to a whole account, and of no single mail' },
      'locked out': [() => double.trouble(failing(401, 'restricted_api_key'))],
      'sender refused': [() => double.trouble(failing(422, 'validation_error', 'Invalid `from` field.'))],
      'not about the letter': [400, 403, 404, 405, 422, 451].map(
        (status) => () => double.trouble(failing(status, 'a_new_kind_of_error')),
      ),
      refuses: [
        () => double.trouble(failing(422, 'validation_error', 'Invalid `to` field: canary-jane@example.com')),
        () => double.trouble(failing(413, 'validation_error')),
      ],
      failing: [500, 502, 504].map((status) => () => double.trouble(failing(status, 'internal_server_error'))),
      'answer lost': [() => double.trouble('drops the answer')],
      silent: (['never answers', 'never ends its answer'] as const).map((what) => () => double.trouble(what)),
      intercepted: (status, text, location) =>
        double.trouble({ status, text, ...(location !== undefined && { headers: { location } }) }),
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
