import * as v from 'valibot';

import type { ChosenMail, MailCarrier } from './mail/carrier.ts';
import { devMailboxCarrier } from './mail/dev-mailbox.ts';
import { resendCarrier } from './mail/resend.ts';
import { smtpCarrier } from './mail/smtp.ts';
import { oneOf } from './setting-kinds.ts';

type Given = Readonly<Record<string, unknown>>;

/** Carriers whose mails leave. */
const SENDING: readonly MailCarrier[] = [smtpCarrier, resendCarrier];

const CARRIERS = [devMailboxCarrier, ...SENDING];

/** What the setting `MAIL` can be, in words. */
export const MAIL_CHOICES = `${SENDING.map(({ name }) => name).join(' or ')}, or ${devMailboxCarrier.name} (no mail leaves)`;

/** Who carries the mail, and how: with the settings of every carrier. */
export const MailEnvironment = v.object({
  MAIL: v.optional(oneOf(CARRIERS.map(({ name }) => name))),
  ...Object.assign({}, ...CARRIERS.map(({ settings }) => settings)),
} as v.ObjectEntries);

const carrierOf = (given: Given): MailCarrier =>
  SENDING.find(({ name }) => name === given['MAIL']) ?? devMailboxCarrier;

/** What else has to be said once mail leaves, a line each. */
export const missingForMail = (given: Given): readonly string[] => {
  const carrier = carrierOf(given);
  return [
    ...carrier.missing(given),
    ...(SENDING.includes(carrier) && given['CONTACT_TO'] === undefined
      ? ['CONTACT_TO is missing: the address that messages of the contact form go to']
      : []),
  ];
};

/** The carrier that the settings name; whole once they are valid and `missingForMail` has found nothing. */
export const mailOf = (given: Given, isProduction: boolean): ChosenMail => carrierOf(given).chosen(given, isProduction);
