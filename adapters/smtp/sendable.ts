import { domainToASCII } from 'node:url';

import { mailForNetwork } from '#application/ports/mailer.ts';
import type { Mail } from '#application/ports/mailer.ts';

/** An address as nodemailer takes it without reading it as a list: a string may hold several. */
export type OneAddress = { readonly name: string; readonly address: string };

type Sendable = { readonly to: OneAddress; readonly replyTo: OneAddress | undefined };

/** The addresses of a mail, each exactly one. Throws `MailRefused` for a mail that could be more than one mail to one receiver. */
export const sendable = (mail: Mail): Sendable => {
  const { to, replyTo } = mailForNetwork(mail, domainToASCII);
  return {
    to: { name: '', address: to },
    replyTo: replyTo === undefined ? undefined : { name: '', address: replyTo },
  };
};
