import type { Accounts, ContactMessages, Sessions, Tokens } from '#application/ports/account-repositories.ts';
import { accountColumns, accountOf } from '#adapters/mikro-orm/records/account-mapping.ts';
import { AccountRecord } from '#adapters/mikro-orm/records/account-record.ts';
import { contactMessageColumns, contactMessageOf } from '#adapters/mikro-orm/records/contact-message-mapping.ts';
import { ContactMessageRecord } from '#adapters/mikro-orm/records/contact-message-record.ts';
import { isId, isStorable } from '#adapters/mikro-orm/records/keys.ts';
import { removeOldRows } from './old-rows.ts';
import { rowsOf } from './rows.ts';
import type { Rows } from './rows.ts';
import { sessionColumns, sessionOf } from '#adapters/mikro-orm/records/session-mapping.ts';
import { SessionRecord } from '#adapters/mikro-orm/records/session-record.ts';
import { timestamp } from '#adapters/mikro-orm/connection/statement.ts';
import { tokenColumns, tokenOf } from '#adapters/mikro-orm/records/token-mapping.ts';
import { TokenRecord } from '#adapters/mikro-orm/records/token-record.ts';
import type { Transaction } from './transaction.ts';

const OLDEST_FIRST = { orderBy: { createdAt: 'asc', hash: 'asc' } } as const;

const NEVER_VERIFIED = {
  table: 'account',
  key: 'id',
  isOld: `verification = 'unverified' and created_at <= $1::timestamptz
    and not exists (select from account_token where account_id = account.id)`,
};
const OLD_TOKENS = { table: 'account_token', key: 'hash', isOld: 'created_at <= $1::timestamptz' };
const OLD_SESSIONS = {
  table: 'session',
  key: 'hash',
  isOld: 'seen_at <= $1::timestamptz or created_at <= $2::timestamptz',
};
const OLD_MESSAGES = { table: 'contact_message', key: 'id', isOld: 'received_at <= $1::timestamptz' };

/** Removes old rows, also from those that this transaction has read; answers how many. */
const forgetOld = async <Row extends object, Value>(
  transaction: Transaction,
  rows: Pick<Rows<Row, Value>, 'forget'>,
  ...wish: Parameters<ReturnType<typeof removeOldRows>>
): Promise<number> => {
  const keys = await removeOldRows(transaction)(...wish);
  rows.forget(keys);
  return keys.length;
};

export const accountsOn = (transaction: Transaction): Accounts => {
  const accounts = rowsOf(transaction, {
    record: AccountRecord,
    keyOf: ({ id }) => id,
    valueOf: accountOf,
    columnsOf: accountColumns,
  });
  return {
    find: accounts.find,
    findForUpdate: accounts.findForUpdate,
    findByEmail: async (email) => (await accounts.findBy('email', email))[0],
    findByOtherEmail: async (email) =>
      isStorable(email)
        ? accounts.findAll({ $or: [{ pendingEmail: email }, { emailToWarn: email }] }, { orderBy: { id: 'asc' } })
        : [],
    add: async (account) => accounts.add(account),
    save: async (account) => accounts.save(account),
    remove: async (id) => {
      if (isId(id)) await accounts.remove([id]);
    },
    removeNeverVerified: (until, limit) => forgetOld(transaction, accounts, NEVER_VERIFIED, [timestamp(until)], limit),
  };
};

export const tokensOn = (transaction: Transaction): Tokens => {
  const tokens = rowsOf(transaction, {
    record: TokenRecord,
    keyOf: ({ hash }) => hash,
    valueOf: tokenOf,
    columnsOf: tokenColumns,
  });
  const removeWhere = async (column: 'account_id' | 'email', value: string): Promise<void> => {
    await transaction.flush();
    const { rows } = await transaction.sql<{ readonly hash: string }>(
      `delete from account_token where ${column} = $1 returning hash`,
      [value],
    );
    tokens.forget(rows.map(({ hash }) => hash));
  };
  return {
    find: tokens.find,
    findOpen: async (accountId) => (isId(accountId) ? tokens.findAll({ accountId, ending: 'none' }, OLDEST_FIRST) : []),
    add: async (token) => tokens.add(token),
    save: async (token) => tokens.save(token),
    removeOfAccount: async (accountId) => {
      if (isId(accountId)) await removeWhere('account_id', accountId);
    },
    removeSentTo: async (email) => {
      if (isStorable(email)) await removeWhere('email', email);
    },
    removeOld: (until, limit) => forgetOld(transaction, tokens, OLD_TOKENS, [timestamp(until)], limit),
  };
};

export const sessionsOn = (transaction: Transaction): Sessions => {
  const sessions = rowsOf(transaction, {
    record: SessionRecord,
    keyOf: ({ hash }) => hash,
    valueOf: sessionOf,
    columnsOf: sessionColumns,
  });
  return {
    find: sessions.find,
    findOfAccount: (accountId) => sessions.findBy('accountId', accountId, ['createdAt', 'hash']),
    add: async (session) => sessions.add(session),
    save: async (session) => sessions.save(session),
    remove: async (hashes) => {
      const stored = hashes.filter(isStorable);
      if (stored.length > 0) await sessions.remove(stored);
    },
    removeOld: ({ seenUntil, createdUntil }, limit) =>
      forgetOld(transaction, sessions, OLD_SESSIONS, [timestamp(seenUntil), timestamp(createdUntil)], limit),
  };
};

export const contactMessagesOn = (transaction: Transaction): ContactMessages => {
  const contactMessages = rowsOf(transaction, {
    record: ContactMessageRecord,
    keyOf: ({ id }) => id,
    valueOf: contactMessageOf,
    columnsOf: contactMessageColumns,
  });
  return {
    find: contactMessages.find,
    add: async (message) => contactMessages.add(message),
    removeFrom: async (email) => {
      if (!isStorable(email)) return 0;
      await transaction.flush();
      const { rows } = await transaction.sql<{ readonly id: string }>(
        'delete from contact_message where email = $1 returning id',
        [email],
      );
      contactMessages.forget(rows.map(({ id }) => id));
      return rows.length;
    },
    removeOld: (until, limit) => forgetOld(transaction, contactMessages, OLD_MESSAGES, [timestamp(until)], limit),
  };
};
