import { choice } from './choice.ts';
import type { Given } from './choice.ts';
import type { MailCarrier } from './mail/carrier.ts';
import { devMailboxCarrier } from './mail/dev-mailbox.ts';
import { resendCarrier } from './mail/resend.ts';
import { smtpCarrier } from './mail/smtp.ts';

/** Carriers whose mails leave. */
const SENDING: readonly MailCarrier[] = [smtpCarrier, resendCarrier];

/** What the setting `MAIL` can be, in words. */
export const MAIL_CHOICES = `${SENDING.map(({ name }) => name).join(' or ')}, or ${devMailboxCarrier.name} (no mail leaves)`;

/** Who carries the mail. */
export const MAIL = choice('MAIL', { otherwise: devMailboxCarrier, options: SENDING });

/** Whether it is what a login shell sets: the file with the mail of whoever is logged in, which is not meant for the shop. */
export const isLoginMailbox = (name: string, value: string): boolean => name === 'MAIL' && value.startsWith('/');

/** What else has to be said once mail leaves, a line each. */
export const missingForMail = (given: Given): readonly string[] => {
  const carrier = MAIL.of(given);
  return [
    ...carrier.missing(given),
    ...(SENDING.includes(carrier) && given['CONTACT_TO'] === undefined
      ? ['CONTACT_TO is missing: the address that messages of the contact form and answers to letters go to']
      : []),
  ];
};
