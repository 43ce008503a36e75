import type { Hono } from 'hono';

import type { Clock } from '#application/ports/clock.ts';
import type { Documents } from '#application/ports/documents.ts';
import { checkMail } from '#application/ports/mailer.ts';
import type { Mailer } from '#application/ports/mailer.ts';

import { mailsIn } from './mails.ts';
import { mailboxPages } from './pages.ts';

type Settings = {
  readonly documents: Documents;
  readonly clock: Clock;
  /** The sender as the receiver sees it: an address, or a name with an address in angle brackets. */
  readonly from: string;
};

/** A mail server for development and tests: it keeps every mail and shows it. Nothing leaves the machine. */
export const devMailbox = ({ documents, clock, from }: Settings): { readonly mailer: Mailer; readonly pages: Hono } => {
  const mails = mailsIn(documents);
  const mailer: Mailer = {
    send: async (mail) => {
      checkMail(mail);
      await mails.take(mail, from, clock());
    },
  };
  return { mailer, pages: mailboxPages(mails) };
};
