import type { Accounts, ContactMessages, Sessions, Subscriptions, Tokens } from './account-repositories.ts';
import type { Job } from './jobs.ts';
import type { Audit, Batches, Persons } from './operation-repositories.ts';
import type { Coupons, Leads, Notifications, Purchases } from './shop-repositories.ts';

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
  readonly audit: Audit;
  /** Jobs queued here exist if and only if the transaction commits. */
  readonly jobs: { readonly add: (job: Job) => Promise<void> };
}

/** The store cannot be reached, or did not answer in time. Trying again later may help. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The store's disk is full: it is out of reach until there is room. */
export class StoreFull extends StoreUnavailable {}

/** The work met a conflict each time it ran. Trying again may help. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
}

/**
 * The store can neither keep a value nor look for it: a number too large, a text too long or with letters it does not have.
 * Trying again does not help. The last net under what the border checks.
 */
export class UnstorableInput extends Error {
  override readonly name = 'UnstorableInput';
}

/** The store refused a statement for another reason, which is a fault of ours. Names the rule, and holds no value. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
}
