import { MailInDoubt, MailPutOff, MailRefused, MailerUnavailable, UNREACHED } from '#application/ports/mailer.ts';

import { isAboutTheLetter, isPutOff } from './refusals.ts';

/** An error of nodemailer's. Its message repeats the server's words, which may name anybody. */
type NodemailerError = Error & {
  readonly code?: unknown;
  readonly originalCode?: unknown;
  readonly command?: unknown;
  readonly timeoutType?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
};

const saidIn = ({ response }: NodemailerError): string => (typeof response === 'string' ? response : '');

/** The code behind the number, where a server has one (RFC 3463): `5.1.1`. qmail writes it at the end. */
const enhancedOf = (failure: NodemailerError): string | undefined => {
  const [, atStart, atEnd] =
    /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b|\(#(5\.\d{1,3}\.\d{1,3})\)/.exec(saidIn(failure)) ?? [];
  return atStart ?? atEnd;
};

const isRefusal = (answer: number): boolean => answer >= 500 && answer < 600;

/** Constant words of the protocol and of the system, never a text of the server's own. */
const words = (failure: NodemailerError): string => {
  const { code, originalCode, command, responseCode } = failure;
  const enhanced = enhancedOf(failure);
  const known = [code, originalCode, command].filter(
    (word): word is string => typeof word === 'string' && /^[A-Z][A-Z0-9_ -]{1,39}$/.test(word),
  );
  const found = [...known, ...(typeof responseCode === 'number' ? [responseCode] : []), enhanced].filter(
    (word) => word !== undefined,
  );
  return found.length === 0 ? '' : ` (${found.join(', ')})`;
};

/** nodemailer's own codes of faults that come before the letter: no server by that name, no sign-in, no encryption. */
const BEFORE_THE_LETTER: readonly unknown[] = ['EDNS', 'EAUTH', 'ETLS', 'ENOAUTH'];

/** Waits that end before a connection can carry a letter: that it is reached, that it greets, that it encrypts. */
const WAITS_BEFORE_THE_LETTER: readonly unknown[] = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'];

/**
 * The pool's own word, which answers no command: each connection was closed before a byte of the letter had been read. One that is
 * closed in the middle of a letter names a command.
 */
const wasNeverBegun = ({ code, command }: NodemailerError): boolean => code === 'ECONNECTION' && command === undefined;

const isBeforeTheLetter = (failure: NodemailerError): boolean =>
  [failure.code, failure.originalCode].some((code) => UNREACHED.has(code) || BEFORE_THE_LETTER.includes(code)) ||
  WAITS_BEFORE_THE_LETTER.includes(failure.timeoutType) ||
  wasNeverBegun(failure);

/** Says in our words why a mail was not taken: refused for good only if the server speaks of this very letter. */
export const mailFailure = (error: unknown): MailRefused | MailerUnavailable => {
  const failure: NodemailerError = error instanceof Error ? error : new Error('not an error');
  const { command, responseCode } = failure;
  if (typeof responseCode !== 'number')
    return isBeforeTheLetter(failure)
      ? new MailerUnavailable(`the mail server cannot be reached${words(failure)}`)
      : new MailInDoubt(`the mail server fell silent${words(failure)}`);
  const refusal = { step: command, answer: responseCode, code: enhancedOf(failure) ?? '', said: saidIn(failure) };
  if (isRefusal(responseCode) && isAboutTheLetter(refusal))
    return new MailRefused(`the mail server refused the mail${words(failure)}`);
  return isPutOff(refusal)
    ? new MailPutOff(`the mail server puts the mail off${words(failure)}`)
    : new MailerUnavailable(`the mail server takes no mail now${words(failure)}`);
};
