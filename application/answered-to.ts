import type { Mailer } from './ports/mailer.ts';

/** The same mailer, whose mails are answered to `address` unless they say otherwise: nobody may read what they are sent from. */
export const answeredTo = (mailer: Mailer, address: string): Mailer => ({
  send: (mail) => mailer.send({ ...mail, replyTo: mail.replyTo ?? address }),
});
