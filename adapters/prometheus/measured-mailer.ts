import { MailRefused } from '#application/ports/mailer.ts';
import type { Mailer } from '#application/ports/mailer.ts';
import type { Counters } from './counters.ts';

/** The same mailer, that counts what becomes of its mails. */
export const measuredMailer = (mailer: Mailer, { mails }: Counters): Mailer => ({
  send: async (mail) => {
    try {
      await mailer.send(mail);
    } catch (error) {
      mails.inc({ outcome: error instanceof MailRefused ? 'refused' : 'failed' });
      throw error;
    }
    mails.inc({ outcome: 'sent' });
  },
});
