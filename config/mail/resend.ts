import * as v from 'valibot';

import { resendMailer } from '#adapters/resend/resend-mailer.ts';
import { apiAddress, key } from '#config/setting-kinds.ts';
import { mailCarrier } from './carrier.ts';
import { MAIL_FROM } from './sender.ts';

/** Sends by Resend's HTTP API, for hosts that block SMTP. */
export const resendCarrier = mailCarrier({
  name: 'resend',
  needed: { RESEND_API_KEY: key('the key of the Resend account'), MAIL_FROM },
  optional: { RESEND_API_URL: v.optional(apiAddress, 'https://api.resend.com') },
  read: (values) => ({ apiKey: values.RESEND_API_KEY, apiUrl: values.RESEND_API_URL, from: values.MAIL_FROM }),
  open: (settings, { patience }) => ({ mailer: resendMailer({ ...settings, patience }), pages: [], close: () => {} }),
});
