import type { Profile } from '#domain/account.ts';
import { userOfSession } from './session-user.ts';
import type { AskedBySession } from './session-user.ts';

/** Whose session a token is: the account, or `undefined` when it is nobody's or has ended. */
export const identify = (needs: AskedBySession) => {
  const userOf = userOfSession(needs);
  return async (sessionToken: string | undefined): Promise<Profile | undefined> =>
    (await userOf(sessionToken))?.account;
};
