import { emailForNetwork, isEmail } from '#domain/email.ts';

/** One mail to one receiver. The sender is a setting of the mailer. */
export type Mail = {
  /**
   * Becomes the Message-ID, or what the provider has in its place: the same mail sent twice has the same id. A letter with a link gets
   * a new secret at each try, and another id; a release in between may change the words under one id. Letters, digits, `-` and `.`
   * only.
   */
  readonly id: string;
  readonly to: string;
  /** Who gets the answer; by default the operator. */
  readonly replyTo: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /**
   * What the shop writes is marked as automatic (RFC 3834), so that no absence note answers it. A person's words are not marked: help
   * desks drop automatic mail.
   */
  readonly writtenBy: 'shop' | 'person';
};

export interface Mailer {
  /**
   * Resolves when the mail server has taken the mail, and only then. Throws `MailerUnavailable`, also as `MailInDoubt` or `MailPutOff`,
   * or `MailRefused`: each says what the shop does then. Errors are logged: they hold no key or password, and no address and no words
   * of the mail. It uses no `this`: it may be called without its mailer.
   */
  readonly send: (mail: Mail) => Promise<void>;
}

/** The mail server cannot take mail now, and has taken nothing. Trying again later may help. */
export class MailerUnavailable extends Error {
  override readonly name: string = 'MailerUnavailable';
}

/** The mail server fell silent while it had the mail: it may have taken it. */
export class MailInDoubt extends MailerUnavailable {
  override readonly name = 'MailInDoubt';
}

/**
 * Node's codes of faults by which a server has not even been reached, or not been trusted: it has had nothing of the mail. After any
 * other fault of a connection it may have had it.
 */
export const UNREACHED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // This machine has no socket for it, or no network.
  'EADDRNOTAVAIL',
  'EMFILE',
  'ENETDOWN',
  'ENFILE',
  // A certificate that is not taken: nothing is said to a server that may be another.
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** The mail server puts off this very mail or its receiver, as for a domain that it cannot find. Other mails may leave. */
export class MailPutOff extends MailerUnavailable {
  override readonly name = 'MailPutOff';
}

/** The mail server will never take this mail. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** Whether a text may be the id of a mail: it is used in a header, and a mailer may use it in a URL. */
export const isMailId = (id: string): boolean => /^[A-Za-z0-9.-]{1,200}$/.test(id);

/** Any other text would be several header lines, or a line that mail servers refuse. */
const isOneLine = (text: string): boolean => text.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);

const isOneAddress = (text: string): boolean => text.isWellFormed() && isEmail(text);

/** The checks of every mailer. Throws `MailRefused` for a mail that could be more than one mail to one receiver. */
export const checkMail = ({ id, to, replyTo, subject }: Mail): void => {
  if (!isMailId(id)) throw new MailRefused('the mail has no valid id');
  if (!isOneAddress(to)) throw new MailRefused('the receiver is not one e-mail address');
  if (replyTo !== undefined && !isOneAddress(replyTo))
    throw new MailRefused('the reply address is not one e-mail address');
  if (!isOneLine(subject)) throw new MailRefused('the subject is not one line');
};

/**
 * The same mail with its addresses as the network writes them, by `emailForNetwork`. Throws `MailRefused`, also for an address without
 * such a form.
 */
export const mailForNetwork = (mail: Mail, toAscii: (domain: string) => string): Mail => {
  // What has no such form becomes empty, which `checkMail` refuses.
  const written = (address: string): string => emailForNetwork(address, toAscii) ?? '';
  checkMail(mail);
  const { to, replyTo } = mail;
  const sent = { ...mail, to: written(to), replyTo: replyTo === undefined ? undefined : written(replyTo) };
  checkMail(sent);
  return sent;
};
