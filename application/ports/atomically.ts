import type { Account, AccountId } from '#domain/account.ts';
import type { AuditEntry } from '#domain/audit.ts';
import type { Batch, PersonKey, Provenance } from '#domain/batch.ts';
import type { ContactMessage } from '#domain/contact-message.ts';
import type { Coupon } from '#domain/coupon.ts';
import type { Instant } from '#domain/instant.ts';
import type { Lead, LeadId } from '#domain/lead.ts';
import type { Purchase, PurchaseProgress } from '#domain/purchase.ts';
import type { Session } from '#domain/session.ts';
import type { Subscription } from '#domain/subscription.ts';
import type { Token } from '#domain/token.ts';
import type { Job } from './jobs.ts';

/**
 * The one way to change the store. All of `work` happens, or nothing of it. Repositories exist only inside the callback.
 *
 * `save` compares what is stored with what this transaction read: when somebody else changed it meanwhile, or a uniqueness
 * rule is hit at the commit, the whole of `work` runs again on fresh values. So `work` touches nothing but its repositories:
 * never a payment or mail call. Nesting is refused with an error. After too many conflicts `StoreBusy` is thrown.
 */
export type Atomically = <T>(work: (repositories: Repositories) => Promise<T>) => Promise<T>;

export interface Repositories {
  readonly leads: Leads;
  readonly purchases: Purchases;
  readonly coupons: Coupons;
  readonly notifications: Notifications;
  readonly accounts: Accounts;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly contactMessages: ContactMessages;
  readonly subscriptions: Subscriptions;
  readonly batches: Batches;
  readonly persons: Persons;
  readonly audit: { readonly add: (entry: AuditEntry) => Promise<void> };
  /** Jobs queued here exist if and only if the transaction commits. */
  readonly jobs: { readonly add: (job: Job) => Promise<void> };
}

/** `add` takes new ones, `save` a changed one that this transaction has found. */
export interface Leads {
  readonly find: (id: LeadId) => Promise<Lead | undefined>;
  readonly add: (leads: readonly Lead[]) => Promise<void>;
  readonly save: (lead: Lead) => Promise<void>;
  /** Takes leads away for good, as if they had never been: an import that is undone. */
  readonly remove: (ids: readonly LeadId[]) => Promise<void>;
  /** Listed ones from before `listedBefore` of which no purchase is open or won, oldest first. Those that another process holds are left out. */
  readonly findToVault: (listedBefore: Instant, limit: number) => Promise<readonly Lead[]>;
  /** Vaulted ones with `vaultedAt` ≤ `vaultedUntil`, oldest first. Those that another process holds are left out. */
  readonly findToExpire: (vaultedUntil: Instant, limit: number) => Promise<readonly Lead[]>;
  /** Expired ones with `expiredAt` ≤ `expiredUntil` whose contact is still there, oldest first. Those that another process holds are left out. */
  readonly findToErase: (expiredUntil: Instant, limit: number) => Promise<readonly Lead[]>;
}

/** At most one purchase of a lead is won or settled: the store refuses a second one. Sale numbers and checkout refs are unique. */
export interface Purchases {
  readonly find: (id: string) => Promise<Purchase | undefined>;
  readonly findByCheckout: (ref: string) => Promise<Purchase | undefined>;
  readonly findOpenOfLead: (leadId: LeadId) => Promise<readonly Purchase[]>;
  /** Which states the purchases of these leads are in; leads that nobody ever wanted to buy are left out. */
  readonly statesOf: (
    leadIds: readonly LeadId[],
  ) => Promise<ReadonlyMap<LeadId, ReadonlySet<PurchaseProgress['state']>>>;
  /** Unfinished purchases whose next check is due, longest due first. Those that another process holds are left out. */
  readonly findDue: (now: Instant, limit: number) => Promise<readonly Purchase[]>;
  readonly add: (purchase: Purchase) => Promise<void>;
  readonly save: (purchase: Purchase) => Promise<void>;
}

export interface Coupons {
  readonly find: (code: string) => Promise<Coupon | undefined>;
  /** As `find`, but others who want to use the coupon wait until this transaction ends. */
  readonly findToUse: (code: string) => Promise<Coupon | undefined>;
  readonly add: (coupon: Coupon) => Promise<void>;
  readonly save: (coupon: Coupon) => Promise<void>;
}

export interface Notifications {
  /** Remembers a provider's notification; `false` when it was remembered before. */
  readonly remember: (notification: { readonly id: string; readonly receivedAt: Instant }) => Promise<boolean>;
}

/** No two accounts have one e-mail address: the store refuses the second. A pending address may be wanted by several. */
export interface Accounts {
  readonly find: (id: AccountId) => Promise<Account | undefined>;
  /** As `find`, but others who want to use the account wait until this transaction ends. */
  readonly findToUse: (id: AccountId) => Promise<Account | undefined>;
  readonly findByEmail: (email: string) => Promise<Account | undefined>;
  readonly add: (account: Account) => Promise<void>;
  readonly save: (account: Account) => Promise<void>;
}

export interface Tokens {
  readonly find: (hash: string) => Promise<Token | undefined>;
  /** The tokens of an account that nothing has ended yet; some may have expired. */
  readonly findOpen: (accountId: AccountId) => Promise<readonly Token[]>;
  readonly add: (token: Token) => Promise<void>;
  readonly save: (token: Token) => Promise<void>;
}

export interface Sessions {
  readonly find: (hash: string) => Promise<Session | undefined>;
  readonly findOfAccount: (accountId: AccountId) => Promise<readonly Session[]>;
  readonly add: (session: Session) => Promise<void>;
  readonly save: (session: Session) => Promise<void>;
  /** Ends sessions; those that are gone already are no error. */
  readonly remove: (hashes: readonly string[]) => Promise<void>;
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
  readonly add: (subscription: Subscription) => Promise<void>;
  readonly save: (subscription: Subscription) => Promise<void>;
}

export interface Batches {
  readonly find: (id: string) => Promise<Batch | undefined>;
  readonly add: (batch: Batch) => Promise<void>;
  readonly save: (batch: Batch) => Promise<void>;
  /** How leads of a batch came; the leads are added in the same transaction. */
  readonly addProvenance: (provenance: readonly Provenance[]) => Promise<void>;
  readonly leadIdsOf: (batchId: string) => Promise<readonly LeadId[]>;
  /** How a lead came; `undefined` for one that no file brought. */
  readonly provenanceOf: (leadId: LeadId) => Promise<Provenance | undefined>;
  /** Forgets the consent columns of leads whose person is forgotten. The line stays. */
  readonly forgetConsent: (leadIds: readonly LeadId[]) => Promise<void>;
}

/** By which persons are known again, also after their contact was erased. */
export interface Persons {
  /** Which of these keys were seen at or after `since`. */
  readonly seenSince: (keys: readonly string[], since: Instant) => Promise<ReadonlySet<string>>;
  readonly leadIdsOf: (keys: readonly string[]) => Promise<readonly LeadId[]>;
  readonly add: (keys: readonly PersonKey[]) => Promise<void>;
  /** Forgets the keys of leads that are taken away. */
  readonly removeOf: (leadIds: readonly LeadId[]) => Promise<void>;
}

export interface ContactMessages {
  readonly find: (id: string) => Promise<ContactMessage | undefined>;
  readonly add: (message: ContactMessage) => Promise<void>;
}

/** The store cannot be reached, or did not answer in time. Trying again later may help. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The work met a conflict each time it ran. Trying again may help. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
}
