import { choice } from './choice.ts';
import type { Given } from './choice.ts';
import type { MailCarrier } from './mail/carrier.ts';
import { devMailboxCarrier } from './mail/dev-mailbox.ts';
import { resendCarrier } from './mail/resend.ts';
import { smtpCarrier } from './mail/smtp.ts';

/** Carriers that send mail out. */
const SENDING: readonly MailCarrier[] = [smtpCarrier, resendCarrier];

/** The values of `MAIL` with which mail is sent out, in words. */
export const MAIL_SENT_OUT = SENDING.map(({ name }) => name).join(' or ');

/** The possible values of `MAIL`, in words. */
export const MAIL_CHOICES = `${MAIL_SENT_OUT}, or ${devMailboxCarrier.name} (no mail leaves, and everybody can read it)`;

/** The setting for the carrier of mail. */
export const MAIL = choice('MAIL', { otherwise: devMailboxCarrier, options: SENDING });

/** Whether the variable comes from a login shell: there `MAIL` is the user's mailbox file, and not meant for the shop. */
export const isLoginMailbox = (name: string, value: string): boolean => name === 'MAIL' && value.startsWith('/');

/** The settings that are additionally required once mail is sent out, a line each. */
export const missingForMail = (given: Given): readonly string[] => {
  const carrier = MAIL.of(given);
  return [
    ...carrier.missing(given),
    ...(SENDING.includes(carrier) && given['CONTACT_TO'] === undefined
      ? ['CONTACT_TO is missing: the address that messages of the contact form and answers to letters go to']
      : []),
  ];
};
