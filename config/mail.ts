import type { Hono } from 'hono';

import { devMailbox } from '#adapters/dev-mailbox/dev-mailbox.ts';
import { smtpMailer } from '#adapters/smtp/smtp-mailer.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Documents } from '#application/ports/documents.ts';
import type { Log } from '#application/ports/log.ts';
import type { Mailer } from '#application/ports/mailer.ts';
import type { Settings } from './environment.ts';

type Needs = { readonly documents: Documents; readonly clock: Clock; readonly log: Log };

type Mail = {
  readonly mailer: Mailer;
  /** The development mailbox, where there is one. */
  readonly pages: readonly Hono[];
  readonly close: () => void;
};

/** Whoever carries the mail by the settings. A mail server that is away stops no start: the queue tries again. */
export const mailBy = (settings: Settings['mail'], { documents, clock, log }: Needs): Mail => {
  if (settings.kind === 'dev-mailbox') {
    const { mailer, pages } = devMailbox({ documents, clock, from: 'Homelead <leads@homelead.example>' });
    return { mailer, pages: [pages], close: () => {} };
  }
  const { mailer, greet, close } = smtpMailer(settings);
  void greet().catch((error: Error) => log.warn('mail server not ready', { error }));
  return { mailer, pages: [], close };
};
