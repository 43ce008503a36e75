import * as v from 'valibot';

import { SHORTEST_FULL_NAME, SHORTEST_PHONE } from '#domain/account.ts';
import { SHORTEST_MESSAGE } from '#domain/contact-message.ts';
import { LONGEST_EMAIL } from '#domain/email.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#domain/password.ts';
import { Email, line, lines, pastedLine, typedLine } from './contract-text.ts';

/** The part of the contract about the forms of accounts, profile and contact. The messages are those that the forms show. */

/** Registration and profile names: one line, at least one character besides spaces. */
const fullName = (missing: string) => v.pipe(typedLine(120, 'Name'), v.minCodePoints(SHORTEST_FULL_NAME, missing));

/** Any characters but those that no text can hold; never trimmed or changed. */
const Password = v.pipe(
  v.string('must be a text'),
  v.minCodePoints(SHORTEST_PASSWORD, `Password must be at least ${SHORTEST_PASSWORD} characters`),
  v.maxCodePoints(LONGEST_PASSWORD, `Password must be at most ${LONGEST_PASSWORD} characters`),
  // oxlint-disable-next-line no-control-regex -- the one character that no text of the store can hold
  v.regex(/^[^\u0000]*$/, 'must not hold control characters'),
  v.check((text) => text.isWellFormed(), 'must be well-formed text'),
);

const TokenText = v.pipe(line(128), v.nonEmpty('is missing'));

export const RegisterRequest = v.object({
  email: Email,
  password: Password,
  fullName: fullName('Full name is required'),
});
export type RegisterRequest = v.InferInput<typeof RegisterRequest>;

const anyPassword = v.pipe(
  v.string('must be a text'),
  v.maxCodePoints(1_000, `Password must be at most ${LONGEST_PASSWORD} characters`),
);

/** Any typed text: a wrong pair is refused as a pair, and it is never said which half was wrong. */
export const LoginForm = v.object({ username: line(LONGEST_EMAIL), password: anyPassword });

export const EmailForm = v.object({ email: Email });
export type EmailForm = v.InferInput<typeof EmailForm>;

export const ResetForm = v.object({ token: TokenText, newPassword: Password });

/** The result of a link, for its holder, and the address that it was sent to. */
export const LinkAnswer = v.object({ message: v.string(), email: v.string() });
export type LinkAnswer = v.InferOutput<typeof LinkAnswer>;

export const TokenQuery = v.object({ token: TokenText });

export const TokenTypeQuery = v.object({
  token: TokenText,
  tokenType: v.picklist(['PASSWORD_RESET'], 'must be PASSWORD_RESET'),
});

export const ProfileRequest = v.object({
  fullName: fullName('Name is required'),
  email: Email,
  phone: v.pipe(typedLine(30, 'Phone number'), v.minCodePoints(SHORTEST_PHONE, 'Phone number is required')),
  address: v.optional(v.nullable(typedLine(200, 'Location'))),
});
export type ProfileRequest = v.InferInput<typeof ProfileRequest>;

/** `website` is a field that people do not see: a request with any value in it comes from a program. */
export const ContactRequest = v.object({
  name: v.pipe(pastedLine(120, 'Name'), v.nonEmpty('Name is required')),
  email: Email,
  subject: v.pipe(pastedLine(200, 'Subject'), v.nonEmpty('Subject is required')),
  message: v.pipe(
    lines(5_000, 'Message'),
    v.minCodePoints(SHORTEST_MESSAGE, `Message must be at least ${SHORTEST_MESSAGE} characters`),
  ),
  website: v.optional(v.pipe(v.string('must be a text'), v.maxCodePoints(65_536, 'is too long')), ''),
});
export type ContactRequest = v.InferInput<typeof ContactRequest>;
