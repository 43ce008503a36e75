import { domainToASCII } from 'node:url';

import { isEmail } from '#domain/email.ts';
import { MailRefused } from '#application/ports/mailer.ts';
import type { Mail } from '#application/ports/mailer.ts';

/** Anything else would be more than one header line, or none that a mail server takes. */
const isOneLine = (text: string): boolean => text.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);

const isMailId = (id: string): boolean => /^[A-Za-z0-9.-]{1,200}$/.test(id);

/** The address with its domain as the network writes it. `undefined` if that is not one address any more: a look-alike of `@`, a number. */
const addressOf = (text: string): string | undefined => {
  if (!isEmail(text) || !text.isWellFormed()) return undefined;
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  const written = /^[\x20-\x7e]*$/.test(domain) ? domain : domainToASCII(domain);
  const address = `${text.slice(0, at)}@${written}`;
  return written !== '' && isEmail(address) ? address : undefined;
};

/** An address as nodemailer takes it without reading it as a list: a string may hold several. */
export type OneAddress = { readonly name: string; readonly address: string };

type Sendable = { readonly to: OneAddress; readonly replyTo: OneAddress | undefined };

/** The addresses of a mail, each exactly one. Throws `MailRefused` for a mail that could be more than one mail to one receiver. */
export const sendable = ({ id, to, replyTo, subject }: Mail): Sendable => {
  if (!isMailId(id)) throw new MailRefused('the mail has no valid id');
  const receiver = addressOf(to);
  if (receiver === undefined) throw new MailRefused('the receiver is not one e-mail address');
  const answerer = replyTo === undefined ? undefined : addressOf(replyTo);
  if (replyTo !== undefined && answerer === undefined)
    throw new MailRefused('the reply address is not one e-mail address');
  if (!isOneLine(subject)) throw new MailRefused('the subject is not one line');
  return {
    to: { name: '', address: receiver },
    replyTo: answerer === undefined ? undefined : { name: '', address: answerer },
  };
};
