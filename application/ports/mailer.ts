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
  /** Resolves when the mail server has taken the mail. Throws `MailerUnavailable` or `MailRefused`. */
  readonly send: (mail: Mail) => Promise<void>;
}

/** The mail server cannot take mail now. Trying again later may help. */
export class MailerUnavailable extends Error {
  override readonly name = 'MailerUnavailable';
}

/** The mail server will never take this mail. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
