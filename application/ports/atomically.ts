import type { Coupon } from '#domain/coupon.ts';
import type { Instant } from '#domain/instant.ts';
import type { Lead, LeadId } from '#domain/lead.ts';
import type { Purchase } from '#domain/purchase.ts';
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
  /** Jobs queued here exist if and only if the transaction commits. */
  readonly jobs: { readonly add: (job: Job) => Promise<void> };
}

/** `add` takes new ones, `save` a changed one that this transaction has found. */
export interface Leads {
  readonly find: (id: LeadId) => Promise<Lead | undefined>;
  readonly add: (leads: readonly Lead[]) => Promise<void>;
  readonly save: (lead: Lead) => Promise<void>;
}

/** At most one purchase of a lead is won or settled: the store refuses a second one. Sale numbers and checkout refs are unique. */
export interface Purchases {
  readonly find: (id: string) => Promise<Purchase | undefined>;
  readonly findByCheckout: (ref: string) => Promise<Purchase | undefined>;
  readonly findOpenOfLead: (leadId: LeadId) => Promise<readonly Purchase[]>;
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

/** The store cannot be reached, or did not answer in time. Trying again later may help. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The work met a conflict each time it ran. Trying again may help. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
}
