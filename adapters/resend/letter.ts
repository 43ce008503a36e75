import { domainToASCII } from 'node:url';

import { mailForNetwork } from '#application/ports/mailer.ts';
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

const SPECIAL = /[()<>[\]:;@\\,."]/;

const senderOf = ({ name, address }: Sender): string => {
  if (name === '') return address;
  const quoted = SPECIAL.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : name;
  return `${quoted} <${address}>`;
};

/** The letter to exactly one receiver. Throws `MailRefused` for a mail that could be more than one mail to one receiver. */
export const letterOf = (mail: Mail, from: Sender): ResendLetter => {
  const { id, to, replyTo, subject, text, html, writtenBy } = mailForNetwork(mail, domainToASCII);
  return {
    from: senderOf(from),
    to: [to],
    ...(replyTo !== undefined && { reply_to: replyTo }),
    subject,
    text: text.toWellFormed(),
    html: html.toWellFormed(),
    headers: {
      // The Message-ID is given on the way out, whatever we ask for: this is the place that is left to the sender's own id.
      'X-Entity-Ref-ID': id,
      ...(writtenBy === 'shop' && { 'Auto-Submitted': 'auto-generated' }),
    },
  };
};
