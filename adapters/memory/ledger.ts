import { NO_STATS } from '#application/ports/ledger.ts';
import type { Ledger, PurchaseQuery } from '#application/ports/ledger.ts';
import { joinMoves } from '#domain/audit.ts';
import type { Instant } from '#domain/instant.ts';
import type { Purchase } from '#domain/purchase.ts';
import { isUnfinished, moneyHeldSince } from '#domain/purchase-check.ts';
import { mayBePaidLate } from '#domain/purchase-late.ts';
import { cameToNothingAt } from '#domain/purchase-memory.ts';
import type { Subscription } from '#domain/subscription.ts';
import { isUnfinishedSubscription } from '#domain/subscription-check.ts';
import type { Table } from './overlay.ts';
import type { Tables } from './repositories.ts';

const counted = <State extends string>(
  none: Readonly<Record<State, number>>,
  states: readonly State[],
): Readonly<Record<State, number>> => {
  const counts: Record<State, number> = { ...none };
  for (const state of states) counts[state] += 1;
  return counts;
};

const valuesOf = <Value>(table: Table<Value>): readonly Value[] =>
  [...table.values()].map(({ value }) => structuredClone(value));

const upFrom = (a: string, b: string): number => (a < b ? -1 : 1);

const collectedBy = ({ progress, price }: Purchase): number => (progress.state === 'settled' ? price : 0);

const isAskedFor = (
  { progress, openedAt }: Purchase,
  { state, buyerEmail, openedBefore = Number.POSITIVE_INFINITY }: PurchaseQuery,
): boolean =>
  (state === undefined || progress.state === state) &&
  (buyerEmail === undefined || ('buyerEmail' in progress && progress.buyerEmail?.toLowerCase() === buyerEmail)) &&
  openedAt < openedBefore;

const isUnpaidSince = (purchase: Purchase, since: Instant): boolean =>
  mayBePaidLate(purchase) && (cameToNothingAt(purchase) ?? -Infinity) >= since;

const isAbandonedSince = ({ progress, checkout }: Subscription, since: Instant): boolean =>
  progress.state === 'abandoned' && progress.abandonedAt >= since && checkout !== undefined;

/** Reads what operators ask for from tables in memory. */
export const memoryLedger = (tables: Tables): Ledger => ({
  audit: async (limit) =>
    joinMoves(valuesOf(tables.audit).toSorted((a, b) => b.at - a.at || upFrom(b.id, a.id))).slice(0, limit),
  coupons: async () => valuesOf(tables.coupons).toSorted((a, b) => upFrom(a.code, b.code)),
  spam: async (limit) =>
    valuesOf(tables.contactMessages)
      .filter(({ isSpam }) => isSpam)
      .toSorted((a, b) => b.receivedAt - a.receivedAt || upFrom(b.id, a.id))
      .slice(0, limit),
  purchases: async (query) =>
    valuesOf(tables.purchases)
      .filter((one) => isAskedFor(one, query))
      .toSorted((a, b) => b.openedAt - a.openedAt || upFrom(b.id, a.id))
      .slice(0, query.limit),
  purchaseBySaleNumber: async (saleNumber) =>
    valuesOf(tables.purchases).find((purchase) => purchase.saleNumber === saleNumber),
  purchasesToReconcile: async ({ settledSince, unpaidSince, after, limit }) =>
    valuesOf(tables.purchases)
      .filter(
        (one) =>
          isUnfinished(one) ||
          ('settledAt' in one.progress && one.progress.settledAt >= settledSince) ||
          isUnpaidSince(one, unpaidSince),
      )
      .filter(({ id }) => after === undefined || id > after)
      .toSorted((a, b) => upFrom(a.id, b.id))
      .slice(0, limit),
  subscriptionsToReconcile: async ({ endedSince, abandonedSince, after, limit }) =>
    valuesOf(tables.subscriptions)
      .filter(
        (one) =>
          isUnfinishedSubscription(one) ||
          ('endedAt' in one.progress && one.progress.endedAt >= endedSince) ||
          isAbandonedSince(one, abandonedSince),
      )
      .filter(({ id }) => after === undefined || id > after)
      .toSorted((a, b) => upFrom(a.id, b.id))
      .slice(0, limit),
  heldPayments: async () => {
    const since = valuesOf(tables.purchases).flatMap((purchase) => moneyHeldSince(purchase) ?? []);
    return { count: since.length, oldestAt: since.length === 0 ? undefined : Math.min(...since) };
  },
  isEmpty: async () =>
    [tables.leads, tables.coupons, tables.accounts, tables.batches].every((table) => table.size === 0),
  stats: async (now) => {
    const purchases = valuesOf(tables.purchases);
    const standings = valuesOf(tables.leads).map(({ standing }) => standing);
    return {
      leads: counted(
        NO_STATS.leads,
        standings.map(({ state, listedAt }) => (state === 'listed' && listedAt > now ? 'scheduled' : state)),
      ),
      purchases: counted(
        NO_STATS.purchases,
        purchases.map(({ progress }) => progress.state),
      ),
      collected: purchases.reduce((sum, purchase) => sum + collectedBy(purchase), 0),
      subscriptions: counted(
        NO_STATS.subscriptions,
        valuesOf(tables.subscriptions).map(({ progress }) => progress.state),
      ),
    };
  },
});
