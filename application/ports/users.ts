import type { Profile } from '#domain/account.ts';
import type { Session } from '#domain/session.ts';
import type { Subscription } from '#domain/subscription.ts';

/** Somebody who is signed in: the session, whose it is, and what they have subscribed to. No more than every call of theirs needs. */
export type UserOfSession = {
  readonly session: Session;
  readonly account: Profile;
  /** How those stand that were not abandoned, newest first. */
  readonly subscriptions: readonly Pick<Subscription, 'progress'>[];
};

/** Who asks. All of an answer is from one state of the store, which has everything that was committed before: rights hang on it. */
export interface Users {
  /** By the hash of the session's token. A session that time alone has ended may still be found. */
  readonly ofSession: (sessionHash: string) => Promise<UserOfSession | undefined>;
}
