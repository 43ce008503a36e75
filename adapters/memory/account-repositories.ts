import type { Repositories } from '#application/ports/atomically.ts';
import { isVerified } from '#domain/account.ts';
import type { Account } from '#domain/account.ts';
import type { ContactMessage } from '#domain/contact-message.ts';
import type { Session } from '#domain/session.ts';
import type { Subscription } from '#domain/subscription.ts';
import type { Token } from '#domain/token.ts';
import { checkAccounts, checkOwned, checkRemoved } from './account-checks.ts';
import type { Owned } from './account-checks.ts';
import { foundWhere, overlayOf } from './overlay.ts';
import type { Overlay, Table } from './overlay.ts';
import type { RowHolds } from './row-holds.ts';
import { subscriptionRepository } from './subscription-repository.ts';

export type AccountTables = {
  readonly accounts: Table<Account>;
  readonly tokens: Table<Token>;
  readonly sessions: Table<Session>;
  readonly contactMessages: Table<ContactMessage>;
  readonly subscriptions: Table<Subscription>;
};

type AccountRepositories = Pick<Repositories, 'accounts' | 'tokens' | 'sessions' | 'contactMessages' | 'subscriptions'>;

const byAge = (a: Owned, b: Owned): number => a.createdAt - b.createdAt || (a.hash < b.hash ? -1 : 1);

/** Takes the first few rows away of which this is so; answers how many. */
export const removeFirst = <Value>(
  { entries, remove }: Overlay<Value>,
  isOld: (value: Value) => boolean,
  limit: number,
): number => {
  const keys = entries()
    .flatMap(([key, value]) => (isOld(value) ? [key] : []))
    .slice(0, limit);
  keys.forEach(remove);
  return keys.length;
};

/** The repositories of one transaction that are about accounts, and what its commit has to look at and to write. */
export const accountRepositories = (
  tables: AccountTables,
  holds: RowHolds,
  transaction: object,
  assertOpen: () => void,
) => {
  const accounts = overlayOf(tables.accounts, assertOpen);
  const tokens = overlayOf(tables.tokens, assertOpen);
  const sessions = overlayOf(tables.sessions, assertOpen);
  const contactMessages = overlayOf(tables.contactMessages, assertOpen);
  const subscriptions = subscriptionRepository(tables.subscriptions, holds, transaction, assertOpen);
  const checkNothingLeft = (): void => checkRemoved(accounts, [tokens, sessions, subscriptions.overlay]);

  const repositories: AccountRepositories = {
    accounts: {
      find: async (id) => accounts.find(id),
      findForUpdate: async (id) => {
        await holds.take(`account ${id}`, transaction);
        return accounts.findFresh(id);
      },
      findByEmail: async (email) => foundWhere(accounts, (account) => account.email === email)[0],
      findByOtherEmail: async (email) =>
        foundWhere(accounts, ({ pendingEmail, emailToWarn }) => pendingEmail === email || emailToWarn === email),
      add: async (account) => accounts.add(account.id, account),
      save: async (account) => accounts.save(account.id, account),
      remove: async (id) => {
        accounts.remove(id);
        // At once, as the statement of a database would be refused.
        checkNothingLeft();
      },
      removeNeverVerified: async (until, limit) => {
        const linked = new Set(tokens.entries().map(([, { accountId }]) => accountId));
        const old = accounts
          .entries()
          .filter(([id, account]) => !isVerified(account) && account.createdAt <= until && !linked.has(id));
        const free = old.filter(([id]) => !holds.isHeldByOther(`account ${id}`, transaction)).slice(0, limit);
        for (const [id] of free) {
          holds.hold(`account ${id}`, transaction);
          accounts.remove(id);
        }
        return free.length;
      },
    },
    tokens: {
      find: async (hash) => tokens.find(hash),
      findOpen: async (accountId) =>
        foundWhere(tokens, (token) => token.accountId === accountId && token.end.is === 'none').toSorted(byAge),
      add: async (token) => tokens.add(token.hash, token),
      save: async (token) => tokens.save(token.hash, token),
      removeOfAccount: async (of) => void removeFirst(tokens, ({ accountId }) => accountId === of, Infinity),
      removeSentTo: async (to) => void removeFirst(tokens, ({ email }) => email === to, Infinity),
      removeOld: async (until, limit) => removeFirst(tokens, ({ createdAt }) => createdAt <= until, limit),
    },
    sessions: {
      find: async (hash) => sessions.find(hash),
      findOfAccount: async (accountId) =>
        foundWhere(sessions, (session) => session.accountId === accountId).toSorted(byAge),
      add: async (session) => sessions.add(session.hash, session),
      save: async (session) => sessions.save(session.hash, session),
      remove: async (hashes) => hashes.forEach(sessions.remove),
      removeOld: async ({ seenUntil, createdUntil }, limit) =>
        removeFirst(sessions, ({ seenAt, createdAt }) => seenAt <= seenUntil || createdAt <= createdUntil, limit),
    },
    contactMessages: {
      find: async (id) => contactMessages.find(id),
      add: async (message) => contactMessages.add(message.id, message),
      removeFrom: async (from) => removeFirst(contactMessages, ({ email }) => email === from, Infinity),
      removeOld: async (until, limit) => removeFirst(contactMessages, ({ receivedAt }) => receivedAt <= until, limit),
    },
    subscriptions: subscriptions.repository,
  };

  return {
    repositories,
    overlays: [accounts, tokens, sessions, contactMessages, subscriptions.overlay] as const,
    /** Throws for what the tables of a database would refuse. */
    check: (): void => {
      checkAccounts(accounts);
      checkNothingLeft();
      checkOwned([...tokens.changes(), ...sessions.changes()], accounts);
      subscriptions.check(accounts);
    },
  };
};
