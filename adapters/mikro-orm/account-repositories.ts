import type { Repositories } from '#application/ports/atomically.ts';
import { accountColumns, accountOf } from './account-mapping.ts';
import { AccountRecord } from './account-record.ts';
import { contactMessageColumns, contactMessageOf } from './contact-message-mapping.ts';
import { ContactMessageRecord } from './contact-message-record.ts';
import { isId, isStorable } from './keys.ts';
import { removeOldRows } from './old-rows.ts';
import { rowsOf } from './rows.ts';
import { sessionColumns, sessionOf } from './session-mapping.ts';
import { SessionRecord } from './session-record.ts';
import { timestamp } from './statement.ts';
import { tokenColumns, tokenOf } from './token-mapping.ts';
import { TokenRecord } from './token-record.ts';
import type { Transaction } from './transaction.ts';

type AccountRepositories = Pick<Repositories, 'accounts' | 'tokens' | 'sessions' | 'contactMessages'>;

const OLDEST_FIRST = { orderBy: { createdAt: 'asc', hash: 'asc' } } as const;

const OLD_TOKENS = { table: 'account_token', key: 'hash', isOld: 'created_at <= $1::timestamptz' };
const OLD_SESSIONS = {
  table: 'session',
  key: 'hash',
  isOld: 'seen_at <= $1::timestamptz or created_at <= $2::timestamptz',
};
const OLD_MESSAGES = { table: 'contact_message', key: 'id', isOld: 'received_at <= $1::timestamptz' };

/** The repositories about accounts of one transaction. */
export const accountRepositoriesOn = (transaction: Transaction): AccountRepositories => {
  const accounts = rowsOf(transaction, {
    record: AccountRecord,
    keyOf: ({ id }) => id,
    valueOf: accountOf,
    columnsOf: accountColumns,
  });
  const tokens = rowsOf(transaction, {
    record: TokenRecord,
    keyOf: ({ hash }) => hash,
    valueOf: tokenOf,
    columnsOf: tokenColumns,
  });
  const sessions = rowsOf(transaction, {
    record: SessionRecord,
    keyOf: ({ hash }) => hash,
    valueOf: sessionOf,
    columnsOf: sessionColumns,
  });
  const contactMessages = rowsOf(transaction, {
    record: ContactMessageRecord,
    keyOf: ({ id }) => id,
    valueOf: contactMessageOf,
    columnsOf: contactMessageColumns,
  });

  const removeOld = removeOldRows(transaction);
  /** Takes old rows away, also from what this transaction has found. */
  const forgotten = async (
    rows: { readonly forget: (keys: readonly string[]) => void },
    ...wish: Parameters<typeof removeOld>
  ): Promise<number> => {
    const keys = await removeOld(...wish);
    rows.forget(keys);
    return keys.length;
  };

  return {
    accounts: {
      find: async (id) => (isId(id) ? accounts.find(id) : undefined),
      findToUse: async (id) => (isId(id) ? accounts.findToUse(id) : undefined),
      findByEmail: async (email) => (isStorable(email) ? (await accounts.findAll({ email }))[0] : undefined),
      add: async (account) => accounts.add(account),
      save: async (account) => accounts.save(account),
    },
    tokens: {
      find: async (hash) => (isStorable(hash) ? tokens.find(hash) : undefined),
      findOpen: async (accountId) =>
        isId(accountId) ? tokens.findAll({ accountId, ending: 'none' }, OLDEST_FIRST) : [],
      add: async (token) => tokens.add(token),
      save: async (token) => tokens.save(token),
      removeOld: (until, limit) => forgotten(tokens, OLD_TOKENS, [timestamp(until)], limit),
    },
    sessions: {
      find: async (hash) => (isStorable(hash) ? sessions.find(hash) : undefined),
      findOfAccount: async (accountId) => (isId(accountId) ? sessions.findAll({ accountId }, OLDEST_FIRST) : []),
      add: async (session) => sessions.add(session),
      save: async (session) => sessions.save(session),
      remove: async (hashes) => {
        const stored = hashes.filter(isStorable);
        if (stored.length > 0) await sessions.remove(stored);
      },
      removeOld: ({ seenUntil, createdUntil }, limit) =>
        forgotten(sessions, OLD_SESSIONS, [timestamp(seenUntil), timestamp(createdUntil)], limit),
    },
    contactMessages: {
      find: async (id) => (isId(id) ? contactMessages.find(id) : undefined),
      add: async (message) => contactMessages.add(message),
      removeOld: (until, limit) => forgotten(contactMessages, OLD_MESSAGES, [timestamp(until)], limit),
    },
  };
};
