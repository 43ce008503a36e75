/** One mail to one receiver. Who it is from is the mailer's setting. */
export type Mail = {
  /** Becomes the Message-ID: the same mail sent twice carries the same id. Letters, digits, `-` and `.` only. */
  readonly id: string;
  readonly to: string;
  readonly replyTo: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export interface Mailer {
  /** Resolves when the mail server has taken the mail. Throws `MailerUnavailable`, `MailInDoubt` or `MailRefused`. */
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

/** The mail server will never take this mail. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
