import type { Hono } from 'hono';

import type { Clock } from '#application/ports/clock.ts';
import type { Documents } from '#application/ports/documents.ts';
import type { Log } from '#application/ports/log.ts';
import type { Mailer } from '#application/ports/mailer.ts';
import { option } from '#config/choice.ts';
import type { Option } from '#config/choice.ts';

type Needs = {
  readonly documents: Documents;
  readonly clock: Clock;
  readonly log: Log;
  /** In milliseconds: the time for one mail. A job that outlasts its lease is begun again, and mails twice. */
  readonly patience: number;
};

type OpenedMail = {
  readonly mailer: Mailer;
  /** Pages of its own, for development. */
  readonly pages: readonly Hono[];
  /**
   * Tries the connection, if there is one, and logs what is wrong with it. Called by processes that send mail, which do not wait for
   * it.
   */
  readonly greet?: () => void;
  readonly close: () => void;
};

/** One way to send mail. */
export type MailCarrier = Option<Needs, OpenedMail>;

/** Makes a carrier from its description. */
export const mailCarrier = option<Needs, OpenedMail>();
