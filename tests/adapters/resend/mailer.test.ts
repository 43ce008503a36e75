import { mailerContract } from '#tests/contracts/mailer.contract.ts';

import { interceptResend, resendRig } from './rig.ts';

interceptResend();

mailerContract('Resend', async () => {
  const { mailer, double } = resendRig();
  return {
    mailer,
    from: 'Homelead <leads@homelead.example>',
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
        return { id, to, from: from ?? '', replyTo, subject: subject ?? '', text: text ?? '', html: html ?? '' };
      }),
  };
});
