import type { Instant } from '#domain/instant.ts';
import { isAlive, seen } from '#domain/session.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Secrets } from './ports/secrets.ts';
import type { UserOfSession, Users } from './ports/users.ts';

export type AskedBySession = {
  readonly users: Users;
  readonly atomically: Atomically;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'hash'>;
};

/** The user of a session token, or `undefined` when the session does not exist or has ended. Records the visit, to the hour. */
export const userOfSession = ({ users, atomically, clock, secrets }: AskedBySession) => {
  /** Records the visit, if the session still exists. `false`: it has ended since it was read. */
  const noteVisit = (sessionHash: string, now: Instant): Promise<boolean> =>
    atomically(async ({ sessions }) => {
      const session = await sessions.find(sessionHash);
      if (session === undefined || !isAlive(session, now)) return false;
      // Another visit may have been recorded meanwhile.
      const noted = seen(session, now);
      if (noted !== undefined) await sessions.save(noted);
      return true;
    });

  return async (sessionToken: string | undefined): Promise<UserOfSession | undefined> => {
    if (sessionToken === undefined) return undefined;
    const hash = secrets.hash(sessionToken);
    const user = await users.ofSession(hash);
    const now = clock();
    if (user === undefined || !isAlive(user.session, now)) return undefined;
    // Nearly every visit changes nothing, and needs no transaction.
    return seen(user.session, now) === undefined || (await noteVisit(hash, now)) ? user : undefined;
  };
};
