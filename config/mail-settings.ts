import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';

import * as v from 'valibot';

import { isEmail } from '#domain/email.ts';
import { mailServerAt } from '#adapters/smtp/mail-server.ts';
import { oneOf, readAs, wholeNumber } from './setting-kinds.ts';

const mailServer = readAs(
  mailServerAt,
  'must be smtp://user:password@host:port or smtps://…, with nothing after the port and with special characters of user and password as %40 and the like',
);

/** `Homelead <leads@example.com>`, or the address alone. */
const sender = readAs((text) => {
  const [, name, inBrackets, bare] = /^(?:"?([^"<>]*?)"?\s*<([^<>]+)>|([^<>]+))$/.exec(text.trim()) ?? [];
  const address = inBrackets ?? bare ?? '';
  const isSendable = /^[\x21-\x7e]+$/.test(address) && isEmail(address);
  return isSendable && text.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
    ? { name: name ?? '', address }
    : undefined;
}, 'must be a name and an e-mail address, such as Homelead <leads@example.com>');

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

/** Who carries the mail, and how. */
export const MAIL_SETTINGS = {
  MAIL: v.optional(oneOf(['dev-mailbox', 'smtp'])),
  SMTP_URL: v.optional(mailServer),
  SMTP_TLS: v.optional(oneOf(['required', 'optional'])),
  SMTP_CONNECTIONS: v.optional(wholeNumber(1, 100), '5'),
  MAIL_FROM: v.optional(sender),
  DKIM_DOMAIN: v.optional(domainName),
  DKIM_SELECTOR: v.optional(domainName),
  DKIM_PRIVATE_KEY: v.optional(privateKey),
  DKIM_PRIVATE_KEY_FILE: v.optional(privateKeyFile),
};

const NEEDED = {
  SMTP_URL: 'the mail server, as smtp://user:password@host:port or smtps://…',
  MAIL_FROM: 'who the mails are from, as Homelead <leads@example.com>',
} as const;

const NEEDED_TO_SIGN = {
  DKIM_DOMAIN: 'the domain that signs the mails',
  DKIM_SELECTOR: 'the name under which the domain publishes its key',
} as const;

const KEYS = ['DKIM_PRIVATE_KEY', 'DKIM_PRIVATE_KEY_FILE'] as const;

/** What else has to be said once the mail goes by SMTP, a line each. */
export const missingForMail = (given: Readonly<Record<string, unknown>>): readonly string[] => {
  if (given['MAIL'] !== 'smtp') return [];
  const isGiven = (name: string): boolean => given[name] !== undefined;
  const keys = KEYS.filter(isGiven);
  const isSigned = [...Object.keys(NEEDED_TO_SIGN), ...KEYS].some(isGiven);
  return [
    ...Object.entries({ ...NEEDED, ...(isSigned && NEEDED_TO_SIGN) })
      .filter(([name]) => !isGiven(name))
      .map(([name, what]) => `${name} is missing: ${what}`),
    ...(isSigned && keys.length === 0 ? [`${KEYS.join(' or ')} is missing: the key that signs the mails`] : []),
    ...(keys.length > 1 ? [`${KEYS.join(' and ')} exclude each other`] : []),
  ];
};

const ENTRIES = v.object(MAIL_SETTINGS);

/** The mail's part of the settings; whole once `missingForMail` has found nothing. */
export const mailOf = (parsed: v.InferOutput<typeof ENTRIES>, isProduction: boolean) => {
  const { SMTP_URL: server, MAIL_FROM: from, DKIM_DOMAIN: domain, DKIM_SELECTOR: selector } = parsed;
  if (parsed.MAIL !== 'smtp' || server === undefined || from === undefined) return { kind: 'dev-mailbox' } as const;
  const key = parsed.DKIM_PRIVATE_KEY ?? parsed.DKIM_PRIVATE_KEY_FILE;
  const tls = parsed.SMTP_TLS ?? (isProduction && !server.isLoopback ? 'required' : 'optional');
  return {
    kind: 'smtp',
    server,
    from,
    mustEncrypt: tls === 'required',
    connections: parsed.SMTP_CONNECTIONS,
    signature:
      domain === undefined || selector === undefined || key === undefined
        ? undefined
        : { domain, selector, privateKey: key },
  } as const;
};
