import * as v from 'valibot';

import { MessageAnswer } from '#adapters/http/contract/user-contract.ts';
import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import type {
  ContactRequest,
  EmailForm,
  ProfileRequest,
  RegisterRequest,
} from '#adapters/http/contract/account-contract.ts';

import { NOTHING, ask, changedUser, currentUser, posted } from './api.ts';
import { isSomebodyElse } from './somebody-else.ts';

/** A request that carries a form. */
const formPosted = (fields: Readonly<Record<string, string>>) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});

/** Sends a request of whose answer only the status counts. */
const send = (path: string, request: Parameters<typeof ask>[2]): Promise<unknown> =>
  ask(NOTHING, `/api/${path}`, request);

const LinkReading = v.object({ email: v.string() });

/** Opens a link, and answers which address it was sent to, where the server tells. */
const opened = async (path: string): Promise<string | undefined> => {
  const reading = v.safeParse(LinkReading, await send(path, { method: 'POST' }));
  return reading.success ? reading.output.email : undefined;
};

/** Makes an account; it works once the link in the mail is opened. Fails with `EMAIL_TAKEN`. */
export const register = (body: RegisterRequest): Promise<unknown> => send('auth/register', posted(body));

/** Begins a session. Fails with `INVALID_CREDENTIALS` (401), `EMAIL_NOT_VERIFIED` (403), `TOO_MANY_TRIES` (429). */
export const signIn = (username: string, password: string): Promise<unknown> =>
  send('auth/login', formPosted({ username, password }));

/** Proves an address with the token of a link, and answers that address. Fails with `ALREADY_CONFIRMED`, `TOKEN_EXPIRED`, `TOKEN_INVALID`, `EMAIL_TAKEN`. */
export const verifyEmail = (token: string): Promise<string | undefined> =>
  opened(`auth/verify?${new URLSearchParams({ token })}`);

/** Sends the verification mail again; the answer never tells whether there is such an account. */
export const resendVerification = (body: EmailForm): Promise<MessageAnswer> =>
  ask(MessageAnswer, '/api/auth/verify/resend', posted(body));

/** Asks for the link that sets a new password. Fails with `EMAIL_UNKNOWN` (404). */
export const requestPasswordReset = (email: string): Promise<unknown> =>
  send('auth/reset-password/request', formPosted({ email }));

/** Whose password the token of a reset link sets; it is not used up by that. Fails with `TOKEN_INVALID`. */
export const checkResetToken = (token: string): Promise<string | undefined> =>
  opened(`auth/verify-token?${new URLSearchParams({ token, tokenType: 'PASSWORD_RESET' })}`);

/** Sets a new password and ends every session. Fails with `TOKEN_INVALID`. */
export const resetPassword = (token: string, newPassword: string): Promise<unknown> =>
  send('auth/reset-password/confirm', formPosted({ token, newPassword }));

/** What a form of the profile begins with. To save the pending address leaves it pending; to save the present one gives the pending one up. */
export const profileOf = ({ fullName, email, pendingEmail, phoneNumber, address }: UserAnswer) => ({
  fullName,
  email: pendingEmail ?? email,
  phone: phoneNumber ?? '',
  address: address ?? '',
});

const savedProfile = (body: ProfileRequest): Promise<UserAnswer | 'nobody'> =>
  changedUser('/api/auth/me', { ...posted(body), method: 'PUT' });

/**
 * Saves the `changed` ones of these fields, and leaves the others as they are by now: the user may have changed those in another tab or
 * browser since this page has read them. If somebody else than the `shown` user is signed in by now, nothing is saved. A new address only
 * becomes `pendingEmail`. Fails with `NOT_SIGNED_IN`, `EMAIL_TAKEN`, `TOO_MANY_TRIES`.
 */
export const saveProfile = async (
  shown: UserAnswer,
  fields: ProfileRequest,
  changed: readonly (keyof ProfileRequest)[],
): Promise<UserAnswer | 'nobody'> => {
  const user = await currentUser();
  if (user !== 'nobody' && isSomebodyElse(shown, user)) return user;
  // Whoever is not signed in any more is told so by the saving.
  const stored = user === 'nobody' ? fields : profileOf(user);
  return savedProfile({ ...stored, ...Object.fromEntries(changed.map((name) => [name, fields[name]])) });
};

/**
 * Gives the pending address up, and answers the user. Nothing is saved if this user has another address by now, or none is pending any
 * more: the link was opened meanwhile, and to save the old address would begin a change back to it. Fails with `NOT_SIGNED_IN`.
 */
export const giveUpPendingEmail = async (shown: UserAnswer): Promise<UserAnswer | 'nobody'> => {
  const user = await currentUser();
  const { email } = shown;
  if (user !== 'nobody' && (user.email !== email || user.pendingEmail === null)) return user;
  return savedProfile({ ...profileOf(user === 'nobody' ? shown : user), email });
};

/** Mails the link to the pending address again, if there is one. Fails with `NOT_SIGNED_IN`, `TOO_MANY_TRIES`. */
export const resendEmailChange = (): Promise<UserAnswer | 'nobody'> =>
  changedUser('/api/auth/me/resend', { method: 'POST' });

/** Sends a message to the people behind the product. */
export const sendMessage = (body: ContactRequest): Promise<unknown> => send('contact', posted(body));
