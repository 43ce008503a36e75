import type { Repositories } from '#application/ports/atomically.ts';
import type { Job } from '#application/ports/jobs.ts';
import type { Coupon } from '#domain/coupon.ts';
import type { Instant } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import type { Purchase } from '#domain/purchase.ts';
import { cameToNothingAt, isToForget } from '#domain/purchase-memory.ts';
import { isUnfinished } from '#domain/purchase-check.ts';
import { accountRepositories, removeFirst } from './account-repositories.ts';
import type { AccountTables } from './account-repositories.ts';
import { dueIn } from './due.ts';
import { leadRepository } from './lead-repository.ts';
import { operationRepositories } from './operation-repositories.ts';
import type { OperationTables } from './operation-repositories.ts';
import { foundWhere, overlayOf } from './overlay.ts';
import type { Table } from './overlay.ts';
import type { RowHolds } from './row-holds.ts';
import { checkCoupons, checkPurchases } from './rules.ts';

export type Tables = AccountTables &
  OperationTables & {
    readonly leads: Table<Lead>;
    readonly purchases: Table<Purchase>;
    readonly coupons: Table<Coupon>;
    readonly notifications: Table<Instant>;
  };

const byEnd = (a: Purchase, b: Purchase): number => (cameToNothingAt(a) ?? 0) - (cameToNothingAt(b) ?? 0) || byId(a, b);

const byId = (a: Purchase, b: Purchase): number => (a.id < b.id ? -1 : 1);

/** The repositories of one transaction, and its commit, which happens in one go or throws and changes nothing. */
export const openTransaction = (
  tables: Tables,
  holds: RowHolds,
  transaction: { readonly active: boolean },
  leadsChanged: () => void,
): { readonly repositories: Repositories; readonly commit: () => readonly Job[] } => {
  const assertOpen = (): void => {
    if (!transaction.active) throw new Error('the transaction has ended');
  };
  const purchases = overlayOf(tables.purchases, assertOpen);
  const ofLeads = leadRepository(tables.leads, purchases, { holds, transaction }, assertOpen);
  const leads = ofLeads.overlay;
  const coupons = overlayOf(tables.coupons, assertOpen);
  const notifications = overlayOf(tables.notifications, assertOpen);
  const ofAccounts = accountRepositories(tables, holds, transaction, assertOpen);
  const ofOperations = operationRepositories(tables, leads, { holds, transaction }, assertOpen);
  const jobs: Job[] = [];

  const repositories: Repositories = {
    leads: ofLeads.repository,
    purchases: {
      find: async (id) => purchases.find(id),
      recall: async ({ id }) => purchases.find(id),
      findByCheckout: async (ref) => foundWhere(purchases, ({ checkout }) => checkout?.ref === ref)[0],
      findOpenOfLead: async (leadId) =>
        foundWhere(purchases, ({ leadId: id, progress }) => id === leadId && progress.state === 'open').toSorted(byId),
      findOfBuyer: async (email) =>
        foundWhere(
          purchases,
          ({ progress }) => 'buyerEmail' in progress && progress.buyerEmail?.toLowerCase() === email,
        ).toSorted(byId),
      statesOf: async (leadIds) => {
        const wanted = new Set(leadIds);
        const found = purchases.entries().filter(([, { leadId }]) => wanted.has(leadId));
        const byLead = Map.groupBy(found, ([, { leadId }]) => leadId);
        return new Map(
          [...byLead].map(([leadId, ofLead]) => [leadId, new Set(ofLead.map(([, { progress }]) => progress.state))]),
        );
      },
      ...dueIn(purchases, { holds, transaction }, { kind: 'purchase', isUnfinished }),
      findToForget: async (endedUntil, limit) => {
        const found = foundWhere(purchases, (purchase) => isToForget(purchase, endedUntil)).toSorted(byEnd);
        const free = found.filter(({ id }) => !holds.isHeldByOther(`purchase ${id}`, transaction)).slice(0, limit);
        for (const { id } of free) holds.hold(`purchase ${id}`, transaction);
        return free;
      },
      add: async (purchase) => purchases.add(purchase.id, purchase),
      save: async (purchase) => purchases.save(purchase.id, purchase),
    },
    coupons: {
      find: async (code) => coupons.find(code),
      findForUpdate: async (code) => {
        await holds.take(`coupon ${code}`, transaction);
        return coupons.findFresh(code);
      },
      add: async (coupon) => coupons.add(coupon.code, coupon),
      save: async (coupon) => coupons.save(coupon.code, coupon),
    },
    notifications: {
      remember: async ({ id, receivedAt }) => {
        if (notifications.find(id) !== undefined) return false;
        notifications.add(id, receivedAt);
        return true;
      },
      removeOld: async (until, limit) => removeFirst(notifications, (receivedAt) => receivedAt <= until, limit),
    },
    ...ofAccounts.repositories,
    ...ofOperations.repositories,
    jobs: {
      add: async (job) => {
        assertOpen();
        jobs.push(structuredClone(job));
      },
    },
  };

  return {
    repositories,
    commit: () => {
      const changed = [leads, purchases, coupons, notifications, ...ofAccounts.overlays, ...ofOperations.overlays];
      for (const overlay of changed) overlay.check();
      checkPurchases(purchases, leads);
      checkCoupons(coupons);
      ofAccounts.check();
      ofOperations.check();
      for (const overlay of changed) overlay.write();
      if (leads.changes().length > 0 || leads.removed().size > 0) leadsChanged();
      return jobs;
    },
  };
};
