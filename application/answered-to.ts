import type { Mailer } from './ports/mailer.ts';

/** The same mailer, with `address` as the Reply-To of mails that have none: perhaps nobody reads the address that they are sent from. */
export const answeredTo = (mailer: Mailer, address: string): Mailer => ({
  send: (mail) => mailer.send({ ...mail, replyTo: mail.replyTo ?? address }),
});
