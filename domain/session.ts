import type { AccountId } from './account.ts';
import { DAY, HOUR } from './instant.ts';
import type { Instant } from './instant.ts';

/** A browser that is signed in. Only the hash of its cookie is known here. */
export type Session = {
  readonly hash: string;
  readonly accountId: AccountId;
  readonly createdAt: Instant;
  /** The last time that it was seen, to the hour. */
  readonly seenAt: Instant;
};

/** A session ends after 7 days without a visit, and after 30 days in any case. */
export const SESSION_IDLE = 7 * DAY;
export const SESSION_LIFETIME = 30 * DAY;

/** An account is signed in at so many places at most; the oldest session ends for a newer one. */
export const MOST_SESSIONS = 10;

/** How exactly `seenAt` is stored: not every visit is a write. */
const SEEN_STEP = HOUR;

/** Whether its browser is still signed in at `now`. */
export const isAlive = ({ createdAt, seenAt }: Session, now: Instant): boolean =>
  now < seenAt + SESSION_IDLE && now < createdAt + SESSION_LIFETIME;

/** Sessions that were last seen, or begun, at or before these instants have ended by `now`. */
export const endedBy = (now: Instant): { readonly seenUntil: Instant; readonly createdUntil: Instant } => ({
  seenUntil: now - SESSION_IDLE,
  createdUntil: now - SESSION_LIFETIME,
});

/** The session with this visit noted; `undefined` when the last note is recent enough. */
export const seen = (session: Session, now: Instant): Session | undefined =>
  now >= session.seenAt + SEEN_STEP ? { ...session, seenAt: now } : undefined;

/** The sessions that must end so that one more can begin: the oldest ones. */
export const sessionsToEnd = (sessions: readonly Session[]): readonly Session[] =>
  sessions.toSorted((a, b) => b.createdAt - a.createdAt).slice(MOST_SESSIONS - 1);
