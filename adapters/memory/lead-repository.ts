import type { Leads } from '#application/ports/shop-repositories.ts';
import type { Instant } from '#domain/instant.ts';
import { isErased, offerOf } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import { isBuying } from '#domain/purchase.ts';
import type { Purchase } from '#domain/purchase.ts';
import { isUndoable } from '#domain/purchase-refund.ts';
import { foundWhere, overlayOf } from './overlay.ts';
import type { Overlay, Table } from './overlay.ts';
import type { RowHolds } from './row-holds.ts';

const vaultedAt = ({ standing }: Lead): Instant => (standing.state === 'vaulted' ? standing.vaultedAt : Number.NaN);
const expiredAt = ({ standing }: Lead): Instant => (standing.state === 'expired' ? standing.expiredAt : Number.NaN);

const withdrawnAt = ({ standing }: Lead): Instant =>
  standing.state === 'withdrawn' ? standing.withdrawnAt : Number.NaN;

/** The key of the lock that the weekly refresh holds. */
const REFRESH_LOCK = 'weekly refresh';

const idsUp = (a: Lead, b: Lead): number => (a.id < b.id ? -1 : 1);

/** The leads as one transaction sees them, next to its purchases. */
export const leadRepository = (
  table: Table<Lead>,
  purchases: Overlay<Purchase>,
  { holds, transaction }: { readonly holds: RowHolds; readonly transaction: object },
  assertOpen: () => void,
): { readonly repository: Leads; readonly overlay: Overlay<Lead> } => {
  const overlay = overlayOf(table, assertOpen);

  /** The first few in the order, held; those that others hold are left out. */
  const firstOf = (
    isWanted: (lead: Lead) => boolean,
    order: (a: Lead, b: Lead) => number,
    limit: number,
    after: Lead | undefined,
  ): readonly Lead[] =>
    overlay
      .entries()
      .map(([, lead]) => lead)
      .filter((lead) => isWanted(lead) && !holds.isHeldByOther(`lead ${lead.id}`, transaction))
      .filter((lead) => after === undefined || order(after, lead) < 0)
      .toSorted(order)
      .slice(0, limit)
      .flatMap(({ id }) => {
        holds.hold(`lead ${id}`, transaction);
        return overlay.findFresh(id) ?? [];
      });

  const repository: Leads = {
    find: async (id) => overlay.find(id),
    recall: async (id) => {
      const lead = overlay.find(id);
      overlay.compare(id);
      return lead && offerOf(lead);
    },
    add: async (added) => added.forEach((lead) => overlay.add(lead.id, lead)),
    save: async (lead) => overlay.save(lead.id, lead),
    remove: async (ids) => {
      const stored = new Set(ids.filter((id) => overlay.find(id) !== undefined));
      stored.forEach(overlay.remove);
      return stored.size;
    },
    lockStandings: async (ids) => {
      const wanted = new Set(ids);
      const found = foundWhere(overlay, ({ id }) => wanted.has(id));
      return new Map(found.map((lead) => [lead.id, { state: lead.standing.state, isErased: isErased(lead) }]));
    },
    tryRefreshLock: async () => {
      assertOpen();
      holds.hold(REFRESH_LOCK, transaction);
      return !holds.isHeldByOther(REFRESH_LOCK, transaction);
    },
    findToVault: async (listedBefore, limit, after) => {
      const beingBought = new Set(
        purchases.entries().flatMap(([, { progress, leadId }]) => (isBuying(progress.state) ? [leadId] : [])),
      );
      return firstOf(
        ({ id, standing }) => standing.state === 'listed' && standing.listedAt < listedBefore && !beingBought.has(id),
        (a, b) => a.standing.listedAt - b.standing.listedAt || idsUp(b, a),
        limit,
        after,
      );
    },
    findToExpire: async (vaultedUntil, limit, after) =>
      firstOf(
        (lead) => vaultedAt(lead) <= vaultedUntil,
        (a, b) => vaultedAt(a) - vaultedAt(b) || idsUp(a, b),
        limit,
        after,
      ),
    findToErase: async (expiredUntil, limit, after) =>
      firstOf(
        (lead) => expiredAt(lead) <= expiredUntil && !isErased(lead),
        (a, b) => expiredAt(a) - expiredAt(b) || idsUp(a, b),
        limit,
        after,
      ),
    findWithdrawnToErase: async ({ withdrawnUntil, settledSince }, limit, after) => {
      const mayComeBack = new Set(
        purchases
          .entries()
          .filter(([, one]) => isUndoable(one) && 'settledAt' in one.progress && one.progress.settledAt >= settledSince)
          .map(([, { leadId }]) => leadId),
      );
      return firstOf(
        (lead) => withdrawnAt(lead) <= withdrawnUntil && !isErased(lead) && !mayComeBack.has(lead.id),
        (a, b) => withdrawnAt(a) - withdrawnAt(b) || idsUp(a, b),
        limit,
        after,
      );
    },
  };
  return { repository, overlay };
};
