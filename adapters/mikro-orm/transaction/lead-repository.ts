import type { FilterQuery } from '@mikro-orm/core';

import type { Leads, LockedStanding } from '#application/ports/shop-repositories.ts';
import { offerOf } from '#domain/lead.ts';
import type { Lead, LeadId } from '#domain/lead.ts';
import { isId } from '#adapters/mikro-orm/records/keys.ts';
import { leadColumns, leadOf } from '#adapters/mikro-orm/records/lead-mapping.ts';
import { HAS_CONTACT, LeadRecord } from '#adapters/mikro-orm/records/lead-record.ts';
import type { LeadRow } from '#adapters/mikro-orm/records/lead-record.ts';
import { LOCKS } from '#adapters/mikro-orm/advisory-locks.ts';
import { nobodyBuys, nobodyGetsItBack, withContact } from './lead-conditions.ts';
import type { OfferMemory } from './offer-memory.ts';
import { SKIP_LOCKED, rowsOf } from './rows.ts';
import { slicesOf } from './slices.ts';
import type { Transaction } from './transaction.ts';

/** A kind of leads in the order of an instant, and of their ids where that is the same. */
type Range = {
  /** Made anew for each search: the ORM accepts a piece of SQL only once. */
  readonly where: () => FilterQuery<LeadRow>;
  readonly at: 'listedAt' | 'vaultedAt' | 'expiredAt' | 'withdrawnAt';
  readonly until: { readonly $lt: Date } | { readonly $lte: Date };
  readonly ids: 'asc' | 'desc';
};

/** The leads as one transaction sees them. */
export const leadsOn = (transaction: Transaction, offers: OfferMemory): Leads => {
  const { sql, flush } = transaction;
  const leads = rowsOf(transaction, {
    record: LeadRecord,
    keyOf: ({ id }) => id,
    valueOf: leadOf,
    columnsOf: leadColumns,
  });
  /** New leads, which are written at once: their rows are not known here until they are read. */
  const added = new Set<LeadId>();
  const { find } = leads;

  const firstOf = async (
    { where, at, until, ids }: Range,
    limit: number,
    after: Lead | undefined,
  ): Promise<readonly Lead[]> => {
    // Locked: nobody else can change these leads or open a purchase of one.
    const search = (bounds: FilterQuery<LeadRow>, most: number) => {
      const orderBy = { [at]: 'asc', id: ids } as const;
      return leads.findAll({ $and: [where(), bounds] }, { ...SKIP_LOCKED, orderBy, limit: most });
    };
    if (after === undefined) return search({ [at]: until }, limit);
    const last = leadColumns(after)[at];
    // Two searches, each of which begins in the index where the last one stopped: leads that were moved are not walked over again.
    const beside = await search({ [at]: last, id: { [ids === 'asc' ? '$gt' : '$lt']: after.id } }, limit);
    if (beside.length === limit) return beside;
    return [...beside, ...(await search({ [at]: { ...until, $gt: last } }, limit - beside.length))];
  };

  return {
    find,
    recall: async (id) => {
      const remembered = transaction.isRunAgain || leads.knows(id) ? undefined : offers.get(id);
      if (remembered !== undefined) {
        leads.dependOn(id, remembered.version);
        return remembered.offer;
      }
      const lead = await find(id);
      const offer = lead && offerOf(lead);
      const version = leads.dependOn(id);
      if (version !== undefined && offer?.standing.state === 'listed') offers.set(id, { offer, version });
      else offers.delete(id);
      return offer;
    },
    add: async (fresh) => {
      for (const { id } of fresh) {
        if (added.has(id) || leads.knows(id)) throw new Error('only what is new can be added');
        added.add(id);
      }
      await leads.addAll(fresh);
    },
    save: async (lead) => {
      if (added.has(lead.id)) await find(lead.id);
      leads.save(lead);
    },
    remove: async (ids) => {
      await flush();
      leads.forget(ids);
      let removed = 0;
      for (const slice of slicesOf(ids.filter(isId)))
        removed += (await sql('delete from lead where id = any($1::uuid[]) returning id', [slice])).rows.length;
      return removed;
    },
    lockStandings: async (ids) => {
      await flush();
      // A transaction that is about to change one waits, and then reads the result of this one.
      const held = `select id, standing as state, not (${HAS_CONTACT}) as "isErased" from lead where id = any($1::uuid[]) order by id for update`;
      const found = new Map<LeadId, LockedStanding>();
      for (const slice of slicesOf(ids.filter(isId)))
        for (const { id, ...standing } of (await sql<LockedStanding & { readonly id: LeadId }>(held, [slice])).rows)
          found.set(id, standing);
      return found;
    },
    tryRefreshLock: async () => {
      const { rows } = await sql<{ readonly isMine: boolean }>(
        'select pg_try_advisory_xact_lock($1::bigint) as "isMine"',
        [LOCKS.refreshWeek],
      );
      return rows[0]?.isMine === true;
    },
    findToVault: async (listedBefore, limit, after) => {
      await flush();
      // Within one instant the highest id comes first, so that an index of the marketplace serves, read backwards.
      const [where, until] = [() => ({ standing: 'listed', [nobodyBuys()]: [] }) as const, new Date(listedBefore)];
      for (;;) {
        const held = await firstOf({ where, at: 'listedAt', until: { $lt: until }, ids: 'desc' }, limit, after);
        // A purchase that was being opened during the search is visible only now that nobody can open another one.
        const ids = held.map(({ id }) => id);
        const still = ids.length === 0 ? [] : await leads.findAll({ id: { $in: ids }, [nobodyBuys()]: [] });
        if (still.length === held.length) return held;
      }
    },
    findToExpire: async (vaultedUntil, limit, after) => {
      const until = { $lte: new Date(vaultedUntil) };
      return firstOf({ where: () => ({ standing: 'vaulted' }), at: 'vaultedAt', until, ids: 'asc' }, limit, after);
    },
    findToErase: async (expiredUntil, limit, after) => {
      const until = { $lte: new Date(expiredUntil) };
      return firstOf({ where: withContact('expired'), at: 'expiredAt', until, ids: 'asc' }, limit, after);
    },
    findWithdrawnToErase: async ({ withdrawnUntil, settledSince }, limit, after) => {
      await flush();
      const until = { $lte: new Date(withdrawnUntil) };
      const where = () => ({ ...withContact('withdrawn')(), [nobodyGetsItBack(settledSince)]: [] });
      return firstOf({ where, at: 'withdrawnAt', until, ids: 'asc' }, limit, after);
    },
  };
};
