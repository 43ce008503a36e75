import * as v from 'valibot';

import { resendMailer } from '#adapters/resend/resend-mailer.ts';
import { url } from '#config/setting-kinds.ts';
import { mailCarrier } from './carrier.ts';
import { MAIL_FROM } from './sender.ts';

const apiKey = v.pipe(
  v.string(),
  v.regex(/^[!-~]+$/, 'must be one word'),
  v.description('the key of the Resend account'),
);

const apiUrl = v.pipe(
  url(['http:', 'https:']),
  v.check((text) => {
    const { search, hash, username, password } = new URL(text);
    return `${search}${hash}${username}${password}` === '';
  }, 'must be an address without a user and with nothing after the path'),
  v.transform((text) => text.replace(/\/+$/, '')),
);

/** Sends by Resend's HTTP API, from hosts that let no SMTP out. */
export const resendCarrier = mailCarrier({
  name: 'resend',
  needed: { RESEND_API_KEY: apiKey, MAIL_FROM },
  optional: { RESEND_API_URL: v.optional(apiUrl, 'https://api.resend.com') },
  read: (told) => ({ apiKey: told.RESEND_API_KEY, apiUrl: told.RESEND_API_URL, from: told.MAIL_FROM }),
  open: (settings) => ({ mailer: resendMailer(settings), pages: [], close: () => {} }),
});
