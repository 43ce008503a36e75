import type { Profile } from '#domain/account.ts';
import { userOfSession } from './session-user.ts';
import type { AskedBySession } from './session-user.ts';

export type Identify = (sessionToken: string | undefined) => Promise<Profile | undefined>;

/** Whose session a token is: the account, or `undefined` when it is nobody's or has ended. */
export const identify = (needs: AskedBySession): Identify => {
  const userOf = userOfSession(needs);
  return async (sessionToken) => (await userOf(sessionToken))?.account;
};
