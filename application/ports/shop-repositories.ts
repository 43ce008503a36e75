import type { Coupon } from '#domain/coupon.ts';
import type { Instant } from '#domain/instant.ts';
import type { Lead, LeadId, LeadOffer, LeadStanding } from '#domain/lead.ts';
import type { Purchase, PurchaseProgress } from '#domain/purchase.ts';

/** Where a lead stands, and whether its contact is erased. */
export type LockedStanding = { readonly state: LeadStanding['state']; readonly isErased: boolean };

/** `add` takes new ones, `save` a changed one that this transaction has read. */
export interface Leads {
  readonly find: (id: LeadId) => Promise<Lead | undefined>;
  /**
   * What a sale of the lead goes by, for work that recalls one lead, adds one row, and locks and saves nothing: if the lead is another
   * when the row is stored, that is a conflict. It may come from memory. Work that does something else with it then, be it to change
   * nothing, runs again and reads it.
   */
  readonly recall: (id: LeadId) => Promise<LeadOffer | undefined>;
  readonly add: (leads: readonly Lead[]) => Promise<void>;
  readonly save: (lead: Lead) => Promise<void>;
  /** Removes leads for good, as if they had never existed: for an import that is undone. Answers how many of them there were. */
  readonly remove: (ids: readonly LeadId[]) => Promise<number>;
  /** Where each of these leads stands; none that is not stored. Locks them until the transaction ends. */
  readonly lockStandings: (ids: readonly LeadId[]) => Promise<ReadonlyMap<LeadId, LockedStanding>>;
  /**
   * Takes the lock of the weekly refresh until this transaction ends; `false` if another one has it. Waits for nobody.
   */
  readonly tryRefreshLock: () => Promise<boolean>;
  /**
   * Leads listed before `listedBefore` without an open or won purchase, oldest first. Those that another process has locked are left
   * out. With `after`, a lead of an earlier answer, only those that come after it.
   */
  readonly findToVault: (listedBefore: Instant, limit: number, after?: Lead) => Promise<readonly Lead[]>;
  /** Vaulted ones with `vaultedAt` ≤ `vaultedUntil`, oldest first. Locked ones and `after` as in `findToVault`. */
  readonly findToExpire: (vaultedUntil: Instant, limit: number, after?: Lead) => Promise<readonly Lead[]>;
  /**
   * Expired ones with `expiredAt` ≤ `expiredUntil` whose contact is not erased yet, oldest first. Locked ones and `after` as in
   * `findToVault`.
   */
  readonly findToErase: (expiredUntil: Instant, limit: number, after?: Lead) => Promise<readonly Lead[]>;
  /**
   * As `findToErase`, but withdrawn ones with `withdrawnAt` ≤ `withdrawnUntil`, and none that a refunded purchase may get back: one with
   * `settledAt` ≥ `settledSince` for which `isUndoable` holds.
   */
  readonly findWithdrawnToErase: (
    range: { readonly withdrawnUntil: Instant; readonly settledSince: Instant },
    limit: number,
    after?: Lead,
  ) => Promise<readonly Lead[]>;
}

/** At most one purchase of a lead is won, settled or being refunded: the store refuses a second one. Sale numbers and checkout refs are unique. */
export interface Purchases {
  readonly find: (id: string) => Promise<Purchase | undefined>;
  /**
   * As `find`, but without a read, for a purchase that was added a moment ago and is to be saved now: it is assumed to be unchanged. If
   * it has changed, saving it is a conflict, and the work runs again and reads it. Without a save, use `find`.
   */
  readonly recall: (added: Purchase) => Promise<Purchase | undefined>;
  readonly findByCheckout: (ref: string) => Promise<Purchase | undefined>;
  readonly findOpenOfLead: (leadId: LeadId) => Promise<readonly Purchase[]>;
  /** The purchases of a buyer with this address, typed in whatever case, in any state, by id. It is given in lower case. */
  readonly findOfBuyer: (email: string) => Promise<readonly Purchase[]>;
  /** The states of the purchases of these leads; leads without a purchase are left out. */
  readonly statesOf: (
    leadIds: readonly LeadId[],
  ) => Promise<ReadonlyMap<LeadId, ReadonlySet<PurchaseProgress['state']>>>;
  /** Unfinished purchases whose next check is due, longest due first. Those that another process has locked are left out. */
  readonly findDue: (now: Instant, limit: number) => Promise<readonly Purchase[]>;
  /**
   * Unfinished purchases whose next check is at `from` or later, the next first. Those that another process has locked are left out.
   */
  readonly findPutOff: (from: Instant, limit: number) => Promise<readonly Purchase[]>;
  /** Purchases for which `isToForget`, longest ended first. Those that another process has locked are left out. */
  readonly findToForget: (endedUntil: Instant, limit: number) => Promise<readonly Purchase[]>;
  readonly add: (purchase: Purchase) => Promise<void>;
  readonly save: (purchase: Purchase) => Promise<void>;
}

export interface Coupons {
  readonly find: (code: string) => Promise<Coupon | undefined>;
  /** As `find`, and locks the coupon until this transaction ends: others who `findForUpdate` wait. */
  readonly findForUpdate: (code: string) => Promise<Coupon | undefined>;
  readonly add: (coupon: Coupon) => Promise<void>;
  readonly save: (coupon: Coupon) => Promise<void>;
}

export interface Notifications {
  /** Remembers a provider's notification; `false` when it was remembered before. */
  readonly remember: (notification: { readonly id: string; readonly receivedAt: Instant }) => Promise<boolean>;
  /** Forgets those received at or before `receivedUntil`, `limit` at most; answers how many. */
  readonly removeOld: (receivedUntil: Instant, limit: number) => Promise<number>;
}
