import type { Account } from '#domain/account.ts';
import { membership } from '#domain/subscription.ts';
import type { Membership } from '#domain/subscription.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Secrets } from './ports/secrets.ts';
import { accountOfSession } from './session-account.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'hash'>;
  /** In milliseconds. */
  readonly renewalGrace: number;
};

export type User = { readonly account: Account; readonly membership: Membership };

/** Whose session a token is, and what that user may do in the Lead Vault; `undefined` when it is nobody's or has ended. */
export const showUser =
  ({ atomically, clock, secrets, renewalGrace }: Needs) =>
  async (sessionToken: string | undefined): Promise<User | undefined> => {
    if (sessionToken === undefined) return undefined;
    const hash = secrets.hash(sessionToken);
    return atomically(async (repositories) => {
      const now = clock();
      const account = await accountOfSession(repositories, hash, now);
      if (account === undefined) return undefined;
      const subscriptions = await repositories.subscriptions.findOfAccount(account.id);
      return { account, membership: membership(subscriptions, now, renewalGrace) };
    });
  };
