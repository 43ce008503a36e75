// What the tables of a database would refuse of accounts, and of what belongs to them.
import type { Account } from '#domain/account.ts';
import type { Session } from '#domain/session.ts';
import type { Token } from '#domain/token.ts';
import { Conflict } from './overlay.ts';
import type { Overlay } from './overlay.ts';

/** What belongs to an account, under the hash of a secret. */
export type Owned = Pick<Token & Session, 'hash' | 'accountId' | 'createdAt'>;

/** A password is hashed, and an address has one account. */
export const checkAccounts = (accounts: Overlay<Account>): void => {
  const changes = accounts.changes();
  if (changes.some(({ passwordHash }) => !/^\$[a-z0-9-]+\$/.test(passwordHash)))
    throw new Error('a password must be hashed');
  const taken = new Set<string>();
  for (const [, { email }] of changes.length > 0 ? accounts.entries() : []) {
    if (taken.has(email)) throw new Conflict('there are two accounts of one address');
    taken.add(email);
  }
};

type Belongings = { readonly entries: () => readonly (readonly [string, Pick<Owned, 'accountId'>])[] };

/** Of what is removed nothing may be left that belongs to it. */
export const checkRemoved = (accounts: Overlay<Account>, belongings: readonly Belongings[]): void => {
  const removed = accounts.removed();
  if (removed.size === 0) return;
  if (belongings.some(({ entries }) => entries().some(([, { accountId }]) => removed.has(accountId))))
    throw new Conflict('something belongs to an account that is removed');
};

/** A secret is hashed, and its account is there. */
export const checkOwned = (owned: readonly Owned[], accounts: Overlay<Account>): void => {
  if (owned.some(({ hash }) => !/^[0-9a-f]{64}$/.test(hash))) throw new Error('a secret must be hashed');
  if (owned.some(({ accountId }) => accounts.find(accountId) === undefined))
    throw new Error('tokens and sessions must be of a stored account');
};
