import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';

import * as v from 'valibot';

import { mailServerAt } from '#adapters/smtp/mail-server.ts';
import type { SmtpSettings } from '#adapters/smtp/smtp-mailer.ts';
import type { Given } from '#config/choice.ts';
import { oneOf, readAs, wholeNumber } from '#config/setting-kinds.ts';
import { mailCarrier } from './carrier.ts';
import { MAIL_FROM } from './sender.ts';

const mailServer = v.pipe(
  readAs(
    mailServerAt,
    'must be smtp://user:password@host:port or smtps://…, with nothing after the port and with special characters of user and password as %40 and the like',
  ),
  v.description('the mail server, as smtp://user:password@host:port or smtps://…'),
);

/** One or several labels of DNS. */
const domainName = v.pipe(v.string(), v.regex(/^[\w-]{1,63}(?:\.[\w-]{1,63})*$/, 'must be a name as in DNS'));

const rsaKey = (text: string): string | undefined => {
  try {
    // Where a setting is a single line, the line ends of the key are written as \n.
    const pem = text.replaceAll('\\n', '\n');
    return createPrivateKey(pem).asymmetricKeyType === 'rsa' ? pem : undefined;
  } catch {
    return undefined;
  }
};

const privateKey = readAs(rsaKey, 'must be an RSA private key as PEM');

const privateKeyFile = readAs((file) => {
  try {
    return rsaKey(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}, 'must be a file with an RSA private key as PEM');

const NEEDED_TO_SIGN = {
  DKIM_DOMAIN: 'the domain that signs the mails',
  DKIM_SELECTOR: 'the name under which the domain publishes its key',
} as const;

const KEYS = ['DKIM_PRIVATE_KEY', 'DKIM_PRIVATE_KEY_FILE'] as const;

/** Mails are signed only if every setting for that is given. */
const missingToSign = (given: Given): readonly string[] => {
  const isGiven = (name: string): boolean => given[name] !== undefined;
  const keys = KEYS.filter(isGiven);
  if (![...Object.keys(NEEDED_TO_SIGN), ...KEYS].some(isGiven)) return [];
  return [
    ...Object.entries(NEEDED_TO_SIGN)
      .filter(([name]) => !isGiven(name))
      .map(([name, what]) => `${name} is missing: ${what}`),
    ...(keys.length === 0 ? [`${KEYS.join(' or ')} is missing: the key that signs the mails`] : []),
    ...(keys.length > 1 ? [`${KEYS.join(' and ')} exclude each other`] : []),
  ];
};

/** Sends by SMTP. */
export const smtpCarrier = mailCarrier({
  name: 'smtp',
  needed: { SMTP_URL: mailServer, MAIL_FROM },
  optional: {
    SMTP_TLS: v.optional(oneOf(['required', 'optional'])),
    SMTP_CONNECTIONS: v.optional(wholeNumber(1, 100), '5'),
    DKIM_DOMAIN: v.optional(domainName),
    DKIM_SELECTOR: v.optional(domainName),
    DKIM_PRIVATE_KEY: v.optional(privateKey),
    DKIM_PRIVATE_KEY_FILE: v.optional(privateKeyFile),
  },
  alsoMissing: missingToSign,
  read: (values, isProduction): Omit<SmtpSettings, 'patience'> => {
    const { SMTP_URL: server, MAIL_FROM: from, DKIM_DOMAIN: domain, DKIM_SELECTOR: selector } = values;
    const key = values.DKIM_PRIVATE_KEY ?? values.DKIM_PRIVATE_KEY_FILE;
    const tls = values.SMTP_TLS ?? (isProduction && !server.isLoopback ? 'required' : 'optional');
    return {
      server,
      from,
      mustEncrypt: tls === 'required',
      connections: values.SMTP_CONNECTIONS,
      signature:
        domain === undefined || selector === undefined || key === undefined
          ? undefined
          : { domain, selector, privateKey: key },
    };
  },
  open: async (settings, { log, patience }) => {
    const { smtpMailer } = await import('#adapters/smtp/smtp-mailer.ts');
    const { mailer, greet, close } = smtpMailer({ ...settings, patience });
    return {
      mailer,
      pages: [],
      close,
      // A mail server that is away does not prevent the start: the queue tries again.
      greet: () => void greet().catch((error: Error) => log.warn('mail server not ready', { error })),
    };
  },
});
