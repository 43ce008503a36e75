import type { Account } from '#domain/account.ts';
import { isAlive, seen } from '#domain/session.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = { readonly atomically: Atomically; readonly clock: Clock; readonly secrets: Pick<Secrets, 'hash'> };

/** Whose session a token is: the account, or `undefined` when it is nobody's or has ended. Notes the visit, to the hour. */
export const identify =
  ({ atomically, clock, secrets }: Needs) =>
  async (sessionToken: string | undefined): Promise<Account | undefined> => {
    if (sessionToken === undefined) return undefined;
    const hash = secrets.hash(sessionToken);
    return atomically(async ({ sessions, accounts }) => {
      const session = await sessions.find(hash);
      if (session === undefined || !isAlive(session, clock())) return undefined;
      const noted = seen(session, clock());
      if (noted !== undefined) await sessions.save(noted);
      return accounts.find(session.accountId);
    });
  };
