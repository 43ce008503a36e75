import { domainToASCII } from 'node:url';

import { checkMail } from '#application/ports/mailer.ts';
import type { Mail } from '#application/ports/mailer.ts';

/** The address with its domain as the network writes it; perhaps no address any more: a look-alike of `@`, a number. */
const written = (address: string): string => {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return /^[\x20-\x7e]*$/.test(domain) ? address : `${address.slice(0, at)}@${domainToASCII(domain)}`;
};

/** An address as nodemailer takes it without reading it as a list: a string may hold several. */
export type OneAddress = { readonly name: string; readonly address: string };

type Sendable = { readonly to: OneAddress; readonly replyTo: OneAddress | undefined };

/** The addresses of a mail, each exactly one. Throws `MailRefused` for a mail that could be more than one mail to one receiver. */
export const sendable = (mail: Mail): Sendable => {
  checkMail(mail);
  const { to, replyTo } = mail;
  const sent = { ...mail, to: written(to), replyTo: replyTo === undefined ? undefined : written(replyTo) };
  checkMail(sent);
  return {
    to: { name: '', address: sent.to },
    replyTo: sent.replyTo === undefined ? undefined : { name: '', address: sent.replyTo },
  };
};
