import * as v from 'valibot';

import { resendMailer } from '#adapters/resend/resend-mailer.ts';
import { isSafelyReached, readAs } from '#config/setting-kinds.ts';
import { mailCarrier } from './carrier.ts';
import { MAIL_FROM } from './sender.ts';

const apiKey = v.pipe(
  v.string(),
  v.regex(/^[!-~]+$/, 'must be one word'),
  v.description('the key of the Resend account'),
);

/** An `https:` address, or one on this machine, as the key goes there; given without a slash at its end. */
const apiUrl = readAs((text) => {
  const url = URL.parse(text);
  if (url === null || !isSafelyReached(url)) return undefined;
  if (`${url.search}${url.hash}${url.username}${url.password}` !== '') return undefined;
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}, 'must be an address that starts with https:// (http:// only on this machine), without a user and with nothing after its path');

/** Sends by Resend's HTTP API, from hosts that let no SMTP out. */
export const resendCarrier = mailCarrier({
  name: 'resend',
  needed: { RESEND_API_KEY: apiKey, MAIL_FROM },
  optional: { RESEND_API_URL: v.optional(apiUrl, 'https://api.resend.com') },
  read: (told) => ({ apiKey: told.RESEND_API_KEY, apiUrl: told.RESEND_API_URL, from: told.MAIL_FROM }),
  open: (settings, { patience }) => ({ mailer: resendMailer({ ...settings, patience }), pages: [], close: () => {} }),
});
