import { domainToASCII } from 'node:url';

import { checkMail } from '#application/ports/mailer.ts';
import type { Mail } from '#application/ports/mailer.ts';

export type Sender = { readonly name: string; readonly address: string };

/** A mail as the API takes it. */
export type ResendLetter = {
  readonly from: string;
  readonly to: readonly [string];
  readonly reply_to?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** The address with its domain as the network writes it; perhaps no address any more: a look-alike of `@`, a number. */
const written = (address: string): string => {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return /^[\x20-\x7e]*$/.test(domain) ? address : `${address.slice(0, at)}@${domainToASCII(domain)}`;
};

const SPECIAL = /[()<>[\]:;@\\,."]/;

const senderOf = ({ name, address }: Sender): string => {
  if (name === '') return address;
  const quoted = SPECIAL.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : name;
  return `${quoted} <${address}>`;
};

/** The letter to exactly one receiver. Throws `MailRefused` for a mail that could be more than one mail to one receiver. */
export const letterOf = (mail: Mail, from: Sender): ResendLetter => {
  checkMail(mail);
  const { id, to, replyTo, subject, text, html } = mail;
  const sent = { ...mail, to: written(to), replyTo: replyTo === undefined ? undefined : written(replyTo) };
  checkMail(sent);
  return {
    from: senderOf(from),
    to: [sent.to],
    ...(sent.replyTo !== undefined && { reply_to: sent.replyTo }),
    subject,
    text: text.toWellFormed(),
    html: html.toWellFormed(),
    headers: {
      // The Message-ID is given on the way out, whatever we ask for: this is the place that is left to the sender's own id.
      'X-Entity-Ref-ID': id,
      // Nobody's absence note is to answer it (RFC 3834).
      'Auto-Submitted': 'auto-generated',
    },
  };
};
