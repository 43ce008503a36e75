import type { Mailer } from './ports/mailer.ts';

/** The same mailer, with `address` as the Reply-To of mails that have none: the address they are sent from may have no reader. */
export const answeredTo = (mailer: Mailer, address: string): Mailer => ({
  send: (mail) => mailer.send({ ...mail, replyTo: mail.replyTo ?? address }),
});
