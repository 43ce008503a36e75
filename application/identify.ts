import type { Account } from '#domain/account.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Secrets } from './ports/secrets.ts';
import { accountOfSession } from './session-account.ts';

type Needs = { readonly atomically: Atomically; readonly clock: Clock; readonly secrets: Pick<Secrets, 'hash'> };

/** Whose session a token is: the account, or `undefined` when it is nobody's or has ended. */
export const identify =
  ({ atomically, clock, secrets }: Needs) =>
  async (sessionToken: string | undefined): Promise<Account | undefined> => {
    if (sessionToken === undefined) return undefined;
    const hash = secrets.hash(sessionToken);
    return atomically((repositories) => accountOfSession(repositories, hash, clock()));
  };
