import type { Hono } from 'hono';

import { isEmail } from '#domain/email.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Documents } from '#application/ports/documents.ts';
import { MailRefused } from '#application/ports/mailer.ts';
import type { Mailer } from '#application/ports/mailer.ts';

import { isMailId, mailsIn } from './mails.ts';
import { mailboxPages } from './pages.ts';

type Settings = {
  readonly documents: Documents;
  readonly clock: Clock;
  /** The sender as the receiver sees it: an address, or a name with an address in angle brackets. */
  readonly from: string;
};

/** Anything else would be more than one header line, or none that a mail server takes. */
const isOneLine = (text: string): boolean => text.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);

/** A mail server for development and tests: it keeps every mail and shows it. Nothing leaves the machine. */
export const devMailbox = ({ documents, clock, from }: Settings): { readonly mailer: Mailer; readonly pages: Hono } => {
  const mails = mailsIn(documents);
  const mailer: Mailer = {
    send: async (mail) => {
      if (!isMailId(mail.id)) throw new MailRefused('the mail has no valid id');
      if (!isEmail(mail.to)) throw new MailRefused('the receiver is not one e-mail address');
      if (mail.replyTo !== undefined && !isEmail(mail.replyTo))
        throw new MailRefused('the reply address is not one e-mail address');
      if (!isOneLine(mail.subject)) throw new MailRefused('the subject is not one line');
      await mails.take(mail, from, clock());
    },
  };
  return { mailer, pages: mailboxPages(mails) };
};
