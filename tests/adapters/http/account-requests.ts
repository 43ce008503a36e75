export type Kind = 'json' | 'form' | 'query';

export type Route = {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly kind: Kind;
  /** A request that would be taken, but for tokens, which are nobody's. */
  readonly fields: Readonly<Record<string, string>>;
  /** Fields that may be left out, and may be empty. */
  readonly optional?: readonly string[];
  /** Fields out of which control characters are taken, and those that may hold them. */
  readonly tolerant?: readonly string[];
};

const EMAIL = 'mal@example.com';
const TOKEN = 'A'.repeat(43);

/** Every route of an account that takes something, and the contact form. */
export const ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: 'auth/register',
    kind: 'json',
    fields: { email: EMAIL, password: 'sample-pass', fullName: 'Mal Formed' },
    tolerant: ['password'],
  },
  {
    method: 'POST',
    path: 'auth/login',
    kind: 'form',
    fields: { username: 'omar@example.com', password: 'sample-pass' },
  },
  { method: 'POST', path: 'auth/verify', kind: 'query', fields: { token: TOKEN } },
  {
    method: 'POST',
    path: 'auth/verify-token',
    kind: 'query',
    fields: { token: TOKEN, tokenType: 'PASSWORD_RESET' },
  },
  { method: 'POST', path: 'auth/verify/resend', kind: 'json', fields: { email: EMAIL } },
  { method: 'POST', path: 'auth/reset-password/request', kind: 'form', fields: { email: 'omar@example.com' } },
  {
    method: 'POST',
    path: 'auth/reset-password/confirm',
    kind: 'form',
    fields: { token: TOKEN, newPassword: 'sample-pass' },
    tolerant: ['newPassword'],
  },
  {
    method: 'PUT',
    path: 'auth/me',
    kind: 'json',
    fields: { fullName: 'Mal Formed', email: EMAIL, phone: '512-555-0100', address: 'Austin, TX' },
    optional: ['phone', 'address'],
  },
  {
    method: 'POST',
    path: 'contact',
    kind: 'json',
    fields: { name: 'Mal', email: EMAIL, subject: 'Hello', message: 'Ten characters and more.' },
    tolerant: ['name', 'subject', 'message'],
  },
];
