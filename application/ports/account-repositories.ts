import type { Account, AccountId } from '#domain/account.ts';
import type { ContactMessage } from '#domain/contact-message.ts';
import type { Instant } from '#domain/instant.ts';
import type { Session } from '#domain/session.ts';
import type { Subscription } from '#domain/subscription.ts';
import type { Token } from '#domain/token.ts';

/** No two accounts have one e-mail address: the store refuses the second. A pending address may be wanted by several. */
export interface Accounts {
  readonly find: (id: AccountId) => Promise<Account | undefined>;
  /** As `find`, and locks the account until this transaction ends: others who `findForUpdate` wait. */
  readonly findForUpdate: (id: AccountId) => Promise<Account | undefined>;
  readonly findByEmail: (email: string) => Promise<Account | undefined>;
  /** Those that wait for the address, or had it before their last change. */
  readonly findByOtherEmail: (email: string) => Promise<readonly Account[]>;
  readonly add: (account: Account) => Promise<void>;
  readonly save: (account: Account) => Promise<void>;
  /** Takes an account away; one that is gone already is no error. The store refuses while anything belongs to it. */
  readonly remove: (id: AccountId) => Promise<void>;
  /**
   * Removes accounts made at or before `createdUntil` that nobody has verified and that have no token left, `limit` at most; answers
   * how many. Accounts that others have locked are left out.
   */
  readonly removeNeverVerified: (createdUntil: Instant, limit: number) => Promise<number>;
}

export interface Tokens {
  readonly find: (hash: string) => Promise<Token | undefined>;
  /** The tokens of an account that nothing has ended yet; some may have expired. */
  readonly findOpen: (accountId: AccountId) => Promise<readonly Token[]>;
  readonly add: (token: Token) => Promise<void>;
  readonly save: (token: Token) => Promise<void>;
  /** Takes away all tokens of an account, whatever their end. */
  readonly removeOfAccount: (accountId: AccountId) => Promise<void>;
  /** Takes away all tokens that were sent to an address, whosever they are. */
  readonly removeSentTo: (email: string) => Promise<void>;
  /** Takes away tokens made at or before `createdUntil`, `limit` at most; answers how many. */
  readonly removeOld: (createdUntil: Instant, limit: number) => Promise<number>;
}

export interface Sessions {
  readonly find: (hash: string) => Promise<Session | undefined>;
  readonly findOfAccount: (accountId: AccountId) => Promise<readonly Session[]>;
  readonly add: (session: Session) => Promise<void>;
  readonly save: (session: Session) => Promise<void>;
  /** Ends sessions; those that are gone already are no error. */
  readonly remove: (hashes: readonly string[]) => Promise<void>;
  /** Takes away sessions last seen, or begun, at or before these instants, `limit` at most; answers how many. */
  readonly removeOld: (
    until: { readonly seenUntil: Instant; readonly createdUntil: Instant },
    limit: number,
  ) => Promise<number>;
}

/** At most one subscription of an account is open and one live: the store refuses a second one. Refs are unique. */
export interface Subscriptions {
  readonly find: (id: string) => Promise<Subscription | undefined>;
  readonly findByCheckout: (ref: string) => Promise<Subscription | undefined>;
  /** By the provider's reference of the subscription itself. */
  readonly findByRef: (ref: string) => Promise<Subscription | undefined>;
  /** Those of an account that were not abandoned, newest first. */
  readonly findOfAccount: (accountId: AccountId) => Promise<readonly Subscription[]>;
  /** Unfinished ones whose next check is due, longest due first. Those that another process holds are left out. */
  readonly findDue: (now: Instant, limit: number) => Promise<readonly Subscription[]>;
  /** Unfinished ones whose next check is at `from` or later, the next first. Those that another process holds are left out. */
  readonly findPutOff: (from: Instant, limit: number) => Promise<readonly Subscription[]>;
  readonly add: (subscription: Subscription) => Promise<void>;
  readonly save: (subscription: Subscription) => Promise<void>;
}

export interface ContactMessages {
  readonly find: (id: string) => Promise<ContactMessage | undefined>;
  readonly add: (message: ContactMessage) => Promise<void>;
  /** Takes away all messages from this address, in its normal form; answers how many. */
  readonly removeFrom: (email: string) => Promise<number>;
  /** Takes away messages received at or before `receivedUntil`, `limit` at most; answers how many. */
  readonly removeOld: (receivedUntil: Instant, limit: number) => Promise<number>;
}
