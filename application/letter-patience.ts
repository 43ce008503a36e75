import { MailPutOff, MailRefused } from './ports/mailer.ts';

/** About three days of a job: twelve tries within the first hour or so, and then one an hour. */
const TRIES = 84;

/**
 * Whether a letter that nobody has paid for is given up after so many `tries`: the mail server refuses it, or still puts it off, as
 * it does for ever where a domain is mistyped. While the server is away the letter waits, as that says nothing of it.
 */
export const isGivenUp = (error: unknown, tries: number): boolean =>
  error instanceof MailRefused || (error instanceof MailPutOff && tries >= TRIES);
