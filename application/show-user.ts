import type { Profile } from '#domain/account.ts';
import { membershipOf } from '#domain/membership.ts';
import type { Membership } from '#domain/membership.ts';
import { userOfSession } from './session-user.ts';
import type { AskedBySession } from './session-user.ts';

type Needs = AskedBySession & {
  /** In milliseconds. */
  readonly renewalGrace: number;
};

export type User = { readonly account: Profile; readonly membership: Membership };

export type ShowUser = (sessionToken: string | undefined) => Promise<User | undefined>;

/** The user of a session token, with the rights in the Lead Vault; `undefined` when the session does not exist or has ended. */
export const showUser = (needs: Needs): ShowUser => {
  const userOf = userOfSession(needs);
  return async (sessionToken) => {
    const user = await userOf(sessionToken);
    if (user === undefined) return undefined;
    const { account, subscriptions } = user;
    return { account, membership: membershipOf(subscriptions, needs.clock(), needs.renewalGrace) };
  };
};
