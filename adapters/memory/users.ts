import type { Users } from '#application/ports/users.ts';
import type { AccountTables } from './account-repositories.ts';
import { newestFirst } from './subscription-repository.ts';

/** Reads who asks from tables in memory. */
export const memoryUsers = ({ sessions, accounts, subscriptions }: AccountTables): Users => ({
  ofSession: async (sessionHash) => {
    const session = sessions.get(sessionHash)?.value;
    const account = session && accounts.get(session.accountId)?.value;
    if (session === undefined || account === undefined) return undefined;
    const { id, email, fullName, phone, address, pendingEmail } = account;
    const own = [...subscriptions.values()]
      .map(({ value }) => value)
      .filter(({ accountId, progress }) => accountId === id && progress.state !== 'abandoned')
      .toSorted(newestFirst);
    return structuredClone({
      session,
      account: { id, email, fullName, phone, address, pendingEmail },
      subscriptions: own.map(({ progress }) => ({ progress })),
    });
  },
});
