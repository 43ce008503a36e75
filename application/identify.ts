import type { Profile } from '#domain/account.ts';
import { userOfSession } from './session-user.ts';
import type { AskedBySession } from './session-user.ts';

export type Identify = (sessionToken: string | undefined) => Promise<Profile | undefined>;

/** The account of a session token, or `undefined` when the session does not exist or has ended. */
export const identify = (needs: AskedBySession): Identify => {
  const userOf = userOfSession(needs);
  return async (sessionToken) => (await userOf(sessionToken))?.account;
};
