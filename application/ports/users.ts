import type { Profile } from '#domain/account.ts';
import type { Session } from '#domain/session.ts';
import type { Subscription } from '#domain/subscription.ts';

/** A signed-in user: the session, its account, and the subscriptions. No more than every request of a user needs. */
export type UserOfSession = {
  readonly session: Session;
  readonly account: Profile;
  /** The progress of the subscriptions that were not abandoned, newest first. */
  readonly subscriptions: readonly Pick<Subscription, 'progress'>[];
};

/** Who asks. All of an answer is from one state of the store, with everything that was committed before, as it decides about access. */
export interface Users {
  /** By the hash of the session's token. A session that time alone has ended may still be found. */
  readonly ofSession: (sessionHash: string) => Promise<UserOfSession | undefined>;
}
