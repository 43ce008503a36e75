import type { Account } from '#domain/account.ts';
import type { Instant } from '#domain/instant.ts';
import { isAlive, seen } from '#domain/session.ts';
import type { Repositories } from './ports/atomically.ts';

/** The account of a session, or `undefined` when there is none or it has ended. Notes the visit, to the hour. */
export const accountOfSession = async (
  { sessions, accounts }: Repositories,
  sessionHash: string,
  now: Instant,
): Promise<Account | undefined> => {
  const session = await sessions.find(sessionHash);
  if (session === undefined || !isAlive(session, now)) return undefined;
  const noted = seen(session, now);
  if (noted !== undefined) await sessions.save(noted);
  return accounts.find(session.accountId);
};
