import { inspect } from 'node:util';

import type { Mail, Mailer } from '#application/ports/mailer.ts';

import type { Possible } from './payment-rig.ts';

/** A mail as its receiver gets it. */
export type Received = {
  /** The first part of its Message-ID. */
  readonly id: string;
  readonly to: readonly string[];
  /** The sender's address. */
  readonly from: string;
  readonly replyTo: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The writer by the mail's mark: a program, or nobody if there is no mark. */
  readonly writtenBy: Mail['writtenBy'];
};

/** Every way in which a server can do this to the next mail, and only to that one. They are tried one after the other. */
export type Ways = readonly (() => void)[];

/** The kinds of trouble with a mail. */
export type MailTrouble = {
  /** The server takes no mail of ours now, as after too many of them, and has not taken this one. */
  readonly later: Ways;
  /** The server says "later" of this very mail or of its receiver, and has not taken it. */
  readonly 'put off': Possible<Ways>;
  /** The mail server does not know the sender: a wrong key or password. */
  readonly 'locked out': Ways;
  /** The sender is known, but may not send under this name, or from here. Some servers phrase this like a refusal of the receiver. */
  readonly 'sender refused': Ways;
  /** The server refuses, has taken nothing, and does not say that it is about this letter: one way for each status. */
  readonly 'not about the letter': Ways;
  /** The server will never take a mail like this. If it gives a reason, that contains the receiver's address. */
  readonly refuses: Ways;
  /** The server has a fault of its own. How far it has come with the mail is unknown. */
  readonly failing: Possible<Ways>;
  /** The mail is taken, or may be, and the connection ends before the server says so. */
  readonly 'answer lost': Ways;
  /** The server has read the mail, keeps the connection open and says nothing, or begins its answer and does not end it. */
  readonly silent: Ways;
  /**
   * Something in between answers the next request with this status and body, and with this `Location` if there is one. The request
   * never reaches the mail server.
   */
  readonly intercepted: Possible<(status: number, body: string, location?: string) => void>;
  /** From now on nothing listens, for this mail and all that follow. */
  readonly unreachable: () => Promise<void>;
};

export type MailerRig = {
  readonly mailer: Mailer;
  /** How to cause trouble. For trouble that a mailer cannot have: the reason, which is printed with the skipped cases. */
  readonly trouble: Possible<MailTrouble>;
  /** The sender in the mailer's settings, in the form in which `received` has it. */
  readonly from: string;
  /** Secrets in its settings that no error may reveal, in each form in which they leave. */
  readonly secrets: readonly string[];
  /** Why it takes no letters beyond ASCII before the `@` of an address. With it such a mail is refused; printed with the skipped cases. */
  readonly onlyAscii?: string;
  /** What arrived, oldest first. */
  readonly received: () => Promise<readonly Received[]>;
};

/** Those of the texts that an error tells whoever reads the log. */
export const toldBy = (error: unknown, secrets: readonly string[]): readonly string[] => {
  const text = inspect(error, { depth: 10, showHidden: true });
  return secrets.filter((secret) => text.includes(secret));
};

/** Makes a fresh mailer with an empty mailbox behind it. It gives a mail up after `patience`, in milliseconds. */
export type MakeMailer = (patience: number) => Promise<MailerRig>;

/** In milliseconds: longer than any test waits. */
export const PATIENCE = 60_000;

export const mail = (changes: Partial<Mail> = {}): Mail => ({
  id: 'lead-0199-7d1a',
  to: 'dana.reyes@example.com',
  replyTo: undefined,
  subject: 'Your lead in Austin, TX (HL-7K2M-9QXD)',
  text: 'Name: Jo Park\nPhone: (512) 555-0142\n',
  html: '<!doctype html><p>Name: <b>Jo Park</b></p>',
  writtenBy: 'shop',
  ...changes,
});

/** A text without differences of line ends and of surrounding space. */
export const bare = (text: string): string => text.replaceAll('\r\n', '\n').trim();
