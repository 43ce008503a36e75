import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { SmtpSettings } from '#adapters/smtp/smtp-mailer.ts';
import { settingsFrom } from '#config/environment.ts';
import { MAIL } from '#config/mail.ts';
import { PRODUCTION, complaintsOf } from './settings.ts';

const SENDING = { MAIL_FROM: 'Homelead <leads@homelead.example>', CONTACT_TO: 'office@homelead.example' };
const SMTP = { ...SENDING, MAIL: 'smtp', SMTP_URL: 'smtp://mail.example' };
const { MAIL: _mail, ...WITHOUT_MAIL } = PRODUCTION;

const mailOf = (changes: Record<string, string> = {}) => {
  const { mail } = settingsFrom({ ...SMTP, ...changes });
  if (mail.kind !== 'smtp') throw new Error('the mail does not go by SMTP');
  return mail.settings as SmtpSettings;
};

const namesIn = (complaints: readonly string[]) => complaints.map((line) => /^ {2}([A-Z_]+) /.exec(line)?.[1]);

const pem = (type: 'rsa' | 'ed25519'): string => {
  const { privateKey } =
    type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 1_024 }) : generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
};

describe('the settings of the mail', () => {
  it('are the development mailbox when nothing is said', () => {
    expect(settingsFrom({}).mail.kind).toBe('dev-mailbox');
    expect(settingsFrom({ ...SMTP, MAIL: 'dev-mailbox' }).mail.kind).toBe('dev-mailbox');
  });

  it('keep five connections to the mail server, or as many as are said', () => {
    expect(mailOf().connections).toBe(5);
    expect(mailOf({ SMTP_CONNECTIONS: '2' }).connections).toBe(2);
  });

  it('are not the mailbox file that login shells name by the same word', () => {
    expect(settingsFrom({ MAIL: '/var/mail/dana' }).mail.kind).toBe('dev-mailbox');
    expect(namesIn(complaintsOf({ ...WITHOUT_MAIL, MAIL: '/var/spool/mail/dana' }))).toEqual(['MAIL']);
    expect(namesIn(complaintsOf({ MAIL: 'sendmail' }))).toEqual(['MAIL']);
  });

  it('need a server and a sender for SMTP, missed in one message with all else', () => {
    expect(namesIn(complaintsOf({ MAIL: 'smtp', PORT: 'x' }))).toEqual(['PORT', 'SMTP_URL', 'MAIL_FROM', 'CONTACT_TO']);
    expect(namesIn(complaintsOf({ ...WITHOUT_MAIL, MAIL: 'smtp', PUBLIC_URL: '' }))).toEqual([
      'PUBLIC_URL',
      'SMTP_URL',
      'MAIL_FROM',
      'CONTACT_TO',
    ]);
  });

  it('need an address for the messages of the contact form once mail leaves, as an example address would get them', () => {
    expect(settingsFrom({}).business.contactTo).toBe('contact@homelead.example');
    expect(settingsFrom(SMTP).business.contactTo).toBe('office@homelead.example');
    expect(namesIn(complaintsOf({ ...SMTP, CONTACT_TO: '' }))).toEqual(['CONTACT_TO']);
    expect(namesIn(complaintsOf({ ...SMTP, CONTACT_TO: 'nobody' }))).toEqual(['CONTACT_TO']);
  });

  it('take SMTP by its name in production', () => {
    expect(settingsFrom({ ...WITHOUT_MAIL, ...SMTP }).mail.kind).toBe('smtp');
    expect(namesIn(complaintsOf(WITHOUT_MAIL))).toEqual(['MAIL']);
  });

  it.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, isSecure: false, credentials: undefined }],
    ['smtps://mail.example/', { host: 'mail.example', port: 465, isSecure: true, credentials: undefined }],
    [
      'smtps://shop%40x.example:p%40ss%3A%23@mail.example:2465',
      { host: 'mail.example', port: 2_465, isSecure: true, credentials: { user: 'shop@x.example', pass: 'p@ss:#' } },
    ],
    ['smtp://[::1]:25', { host: '::1', port: 25, isLoopback: true }],
    ['smtp://127.0.0.1:1025', { host: '127.0.0.1', port: 1_025, isLoopback: true }],
    ['smtp://localhost:1025', { isLoopback: true }],
    ['smtp://localhost.example', { isLoopback: false }],
    ['smtp://127.0.0.1.example', { isLoopback: false }],
    ['smtp://mail.localhost', { isLoopback: false }],
  ])('read the server %s', (address, expected) => {
    expect(mailOf({ SMTP_URL: address }).server).toMatchObject(expected);
  });

  it.each([
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://shop@mail.example',
    'smtp://shop:p%zz@mail.example',
    'smtp://shop:pa#ss@mail.example',
    'smtp://mail.example/?tls.rejectUnauthorized=false',
    'smtp://mail.example/x',
  ])('take no server %s', (address) => {
    expect(namesIn(complaintsOf({ ...SMTP, SMTP_URL: address }))).toEqual(['SMTP_URL']);
  });

  it('never repeat a secret in the message', () => {
    const message = complaintsOf({
      ...SMTP,
      SMTP_URL: 'smtp://shop:canary-password@mail.example/x',
      DKIM_PRIVATE_KEY: 'canary-key',
    }).join('\n');
    expect(message).toContain('SMTP_URL');
    expect(message).not.toContain('canary');
  });

  it.each([
    ['Homelead <leads@homelead.example>', { name: 'Homelead', address: 'leads@homelead.example' }],
    ['"Leads, Inc." <leads@homelead.example>', { name: 'Leads, Inc.', address: 'leads@homelead.example' }],
    ['  Zoë 🏡  <leads@homelead.example> ', { name: 'Zoë 🏡', address: 'leads@homelead.example' }],
    ['<leads@homelead.example>', { name: '', address: 'leads@homelead.example' }],
    ['leads@homelead.example', { name: '', address: 'leads@homelead.example' }],
  ])('read the sender %s', (text, expected) => {
    expect(mailOf({ MAIL_FROM: text }).from).toEqual(expected);
  });

  it.each([
    'Homelead',
    'Homelead <leads>',
    'a@x.example, b@x.example',
    'A <a@x.example>, B <b@x.example>',
    '<a@x.example',

    'A\r\nBcc: b@x.example <a@x.example>',
    'A <a@x.example\n>',
    'A\u2028 <a@x.example>',
    'zoë@x.example',
    'a b@x.example',
  ])('take no sender %j', (text) => {
    expect(namesIn(complaintsOf({ ...SMTP, MAIL_FROM: text }))).toEqual(['MAIL_FROM']);
  });

  it('ask for encryption in production unless the server is on this machine, or as they are told', () => {
    const mustEncrypt = (changes: Record<string, string>) => mailOf(changes).mustEncrypt;
    expect(mustEncrypt({})).toBe(false);
    expect(mustEncrypt(WITHOUT_MAIL)).toBe(true);
    expect(mustEncrypt({ ...WITHOUT_MAIL, SMTP_URL: 'smtp://127.0.0.1:25' })).toBe(false);
    expect(mustEncrypt({ ...WITHOUT_MAIL, SMTP_TLS: 'optional' })).toBe(false);
    expect(mustEncrypt({ SMTP_TLS: 'required' })).toBe(true);
  });

  it('sign with a key of one line, of many, or of a file', () => {
    const key = pem('rsa');
    const folder = mkdtempSync(join(tmpdir(), 'homelead-key-'));
    const file = join(folder, 'key.pem');
    writeFileSync(file, key);
    const names = { DKIM_DOMAIN: 'homelead.example', DKIM_SELECTOR: 'mail._2026' };
    const expected = { domain: 'homelead.example', selector: 'mail._2026', privateKey: key };
    expect(mailOf().signature).toBeUndefined();
    expect(mailOf({ ...names, DKIM_PRIVATE_KEY: key }).signature).toEqual(expected);
    expect(mailOf({ ...names, DKIM_PRIVATE_KEY: key.replaceAll('\n', '\\n') }).signature).toEqual(expected);
    expect(mailOf({ ...names, DKIM_PRIVATE_KEY_FILE: file }).signature).toEqual(expected);
    rmSync(folder, { recursive: true });
  });

  it('sign with all that it takes or not at all', () => {
    const key = pem('rsa');
    const named = (changes: Record<string, string>) => namesIn(complaintsOf({ ...SMTP, ...changes }));
    expect(named({ DKIM_DOMAIN: 'x.example' })).toEqual(['DKIM_SELECTOR', 'DKIM_PRIVATE_KEY']);
    expect(named({ DKIM_PRIVATE_KEY: key })).toEqual(['DKIM_DOMAIN', 'DKIM_SELECTOR']);
    const names = { DKIM_DOMAIN: 'x.example', DKIM_SELECTOR: 'a' };
    expect(named({ ...names, DKIM_PRIVATE_KEY: pem('ed25519') })).toEqual(['DKIM_PRIVATE_KEY']);
    expect(named({ ...names, DKIM_PRIVATE_KEY_FILE: '/no/such/file' })).toEqual(['DKIM_PRIVATE_KEY_FILE']);
    expect(named({ ...names, DKIM_DOMAIN: 'x; y=z', DKIM_PRIVATE_KEY: key })).toEqual(['DKIM_DOMAIN']);
    expect(named({ ...names, DKIM_PRIVATE_KEY: key, DKIM_PRIVATE_KEY_FILE: '/no/such/file' })).toEqual([
      'DKIM_PRIVATE_KEY_FILE',
      'DKIM_PRIVATE_KEY',
    ]);
  });

  const RESEND = { ...SENDING, MAIL: 'resend', RESEND_API_KEY: 're_canary' };

  it('take Resend with its key, and its own address unless another is told', () => {
    const { kind, settings } = settingsFrom({ ...WITHOUT_MAIL, ...RESEND }).mail;
    expect(kind).toBe('resend');
    expect(settings).toEqual({
      apiKey: 're_canary',
      apiUrl: 'https://api.resend.com',
      from: { name: 'Homelead', address: 'leads@homelead.example' },
    });
    const elsewhere = { ...RESEND, RESEND_API_URL: 'http://127.0.0.1:8080/api/' };
    expect(settingsFrom(elsewhere).mail.settings).toMatchObject({ apiUrl: 'http://127.0.0.1:8080/api' });
  });

  it('miss what Resend needs in the one message, and ask for nothing of a carrier that is not chosen', () => {
    expect(namesIn(complaintsOf({ MAIL: 'resend', PORT: 'x' }))).toEqual([
      'PORT',
      'RESEND_API_KEY',
      'MAIL_FROM',
      'CONTACT_TO',
    ]);
    expect(complaintsOf({ RESEND_API_KEY: 're_canary', SMTP_URL: 'smtp://mail.example' })).toEqual([]);
  });

  it.each([
    'ftp://mail.example',
    'mail.example',
    'http://mail.example',
    'https://canary:x@mail.example',
    'https://mail.example/?canary=1',
  ])('take no address %s of Resend, and do not repeat it', (address) => {
    const complaints = complaintsOf({ ...RESEND, RESEND_API_URL: address, RESEND_API_KEY: 're canary' });
    expect(namesIn(complaints)).toEqual(['RESEND_API_KEY', 'RESEND_API_URL']);
    expect(complaints.join()).not.toContain('canary');
  });

  it('name every carrier that there is when another is asked for, and when none is named in production', () => {
    const sending = MAIL.names.filter((name) => name !== 'dev-mailbox');
    expect(sending).toEqual(expect.arrayContaining(['smtp', 'resend']));
    expect(complaintsOf({ MAIL: 'no carrier of this name' })).toEqual([
      `  MAIL must be one of: dev-mailbox, ${sending.join(', ')}`,
    ]);
    expect(complaintsOf(WITHOUT_MAIL)).toEqual([
      `  MAIL is missing: ${sending.join(' or ')}, or dev-mailbox (no mail leaves, and everybody can read it)`,
    ]);
  });
});
