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
  /** What it has for one mail in all, in milliseconds. A job that outlasts it is begun again, and mails twice. */
  readonly patience: number;
};

type OpenedMail = {
  readonly mailer: Mailer;
  /** Pages of its own, for development. */
  readonly pages: readonly Hono[];
  /** Tries the connection, where there is one, and logs what is wrong with it. Called by who is going to send mail, and waited for by nobody. */
  readonly greet?: () => void;
  readonly close: () => void;
};

/** One way to send mail, whole. */
export type MailCarrier = Option<Needs, OpenedMail>;

/** Makes a carrier of its description. */
export const mailCarrier = option<Needs, OpenedMail>();
