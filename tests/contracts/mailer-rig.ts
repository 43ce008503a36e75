import type { Mail, Mailer } from '#application/ports/mailer.ts';

import type { Possible } from './payment-rig.ts';

/** A mail as its receiver has it. */
export type Received = {
  /** The first part of its Message-ID. */
  readonly id: string;
  readonly to: readonly string[];
  /** The address it is from. */
  readonly from: string;
  readonly replyTo: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Whom its mark names as its writer: a program, or nobody says so. */
  readonly writtenBy: Mail['writtenBy'];
};

/** Each way in which a server can do so to the next mail, and only to that one. They are tried one after the other. */
export type Ways = readonly (() => void)[];

/** What can befall a mail. */
export type MailTrouble = {
  /** It is told to come later, and was not taken. */
  readonly later: Ways;
  /** The sender is nobody to the mail server: a wrong key or password. */
  readonly 'locked out': Ways;
  /** The sender is known, but may not send as whom it does, or from where. Some servers say so as if of the receiver. */
  readonly 'sender refused': Ways;
  /** The server says no, has taken nothing, and does not say that it is for this letter: each number that it has for that. */
  readonly 'not about the letter': Ways;
  /** The server will never take a mail like this. It says so with the address of the receiver, where it says anything. */
  readonly refuses: Ways;
  /** The server has a fault of its own. How far it has come with the mail nobody knows. */
  readonly failing: Possible<Ways>;
  /** It is taken, or may be, and the line ends before the server says so. */
  readonly 'answer lost': Ways;
  /** The server has read the mail, keeps the line and says nothing. */
  readonly silent: Ways;
  /** Somebody in between answers the next request with this status and body, and the mail server hears nothing of it. */
  readonly intercepted: Possible<(status: number, body: string) => void>;
  /** Nothing listens any more, for this mail and all that follow. */
  readonly unreachable: () => Promise<void>;
};

export type MailerRig = {
  readonly mailer: Mailer;
  /** How trouble is made. Of what a mailer cannot have: why not, which is printed with the cases that are skipped. */
  readonly trouble: Possible<MailTrouble>;
  /** The address that the mailer is set to send from. */
  readonly from: string;
  /** What arrived, oldest first. */
  readonly received: () => Promise<readonly Received[]>;
};

/** Makes a fresh mailer with an empty mailbox behind it. It gives one mail up after `patience`, in milliseconds. */
export type MakeMailer = (patience: number) => Promise<MailerRig>;

/** Longer than any test waits. */
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

/** Words, whatever ends their lines and the whole. */
export const bare = (text: string): string => text.replaceAll('\r\n', '\n').trim();
