import { MailPutOff, MailRefused } from './ports/mailer.ts';

/** About three days for a job: twelve tries within the first hour or so, and then one an hour. */
const TRIES = 84;

/**
 * Whether to give up a letter that nobody has paid for after so many tries: the mail server refuses it, or still puts it off, as it
 * does forever for a mistyped domain. A server that is away is waited for, as that says nothing about the letter.
 */
export const isGivenUp = (error: unknown, tries: number): error is MailRefused | MailPutOff =>
  error instanceof MailRefused || (error instanceof MailPutOff && tries >= TRIES);
