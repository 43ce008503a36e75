import { LockMode, raw } from '@mikro-orm/core';

import type { Leads } from '#application/ports/shop-repositories.ts';
import type { Lead, LeadId } from '#domain/lead.ts';
import { isId } from './keys.ts';
import { insertLeads } from './lead-insert.ts';
import { leadColumns, leadOf } from './lead-mapping.ts';
import { HAS_CONTACT, LeadRecord } from './lead-record.ts';
import { rowsOf } from './rows.ts';
import { slicesOf } from './slices.ts';
import type { Transaction } from './transaction.ts';

/** Those that another transaction has are left out; of these nobody else can change one or open a purchase. */
const HELD = { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, refresh: true } as const;

const nobodyBuys = () =>
  raw(
    (lead) =>
      `not exists (select 1 from purchase where purchase.lead_id = ${lead}.id and purchase.progress in ('open', 'won'))`,
  );

/** The leads as one transaction sees them. */
export const leadsOn = (transaction: Transaction): Leads => {
  const { sql, flush } = transaction;
  const leads = rowsOf(transaction, {
    record: LeadRecord,
    keyOf: ({ id }) => id,
    valueOf: leadOf,
    columnsOf: leadColumns,
  });
  // New ones are written at once and forgotten: the ORM would look through all the leads of an import again and again.
  const added = new Set<LeadId>();
  const find = async (id: LeadId): Promise<Lead | undefined> => (isId(id) ? leads.find(id) : undefined);

  return {
    find,
    add: async (fresh) => {
      for (const { id } of fresh) {
        if (added.has(id) || leads.knows(id)) throw new Error('only what is new can be added');
        added.add(id);
      }
      for (const slice of slicesOf(fresh)) await insertLeads(sql, slice);
    },
    save: async (lead) => {
      if (added.has(lead.id)) await find(lead.id);
      leads.save(lead);
    },
    remove: async (ids) => {
      await flush();
      leads.forget(ids);
      for (const slice of slicesOf(ids.filter(isId))) await sql('delete from lead where id = any($1::uuid[])', [slice]);
    },
    findErased: async (ids) => {
      await flush();
      // Kept from others until the end: who is about to erase one waits, and finds what was made of it.
      const held = `select id, ${HAS_CONTACT} as "hasContact" from lead where id = any($1::uuid[]) order by id for update`;
      const found: LeadId[] = [];
      for (const slice of slicesOf(ids.filter(isId))) {
        const { rows } = await sql(held, [slice]);
        const read = rows as readonly { readonly id: LeadId; readonly hasContact: boolean }[];
        found.push(...read.flatMap(({ id, hasContact }) => (hasContact ? [] : [id])));
      }
      return found;
    },
    findToVault: async (listedBefore, limit) => {
      await flush();
      for (;;) {
        // Of one instant the last id first: so an index of the marketplace serves, read backwards.
        const orderBy = { listedAt: 'asc', id: 'desc' } as const;
        const where = { standing: 'listed', listedAt: { $lt: new Date(listedBefore) } } as const;
        const held = await leads.findAll({ ...where, [nobodyBuys()]: [] }, { ...HELD, orderBy, limit });
        // A purchase that was being opened while they were looked for shows only now that nobody can open another one.
        const ids = { $in: held.map(({ id }) => id) };
        const still = held.length === 0 ? held : await leads.findAll({ id: ids, [nobodyBuys()]: [] }, { orderBy });
        if (still.length === held.length) return still;
      }
    },
    findToExpire: async (vaultedUntil, limit) =>
      leads.findAll(
        { standing: 'vaulted', vaultedAt: { $lte: new Date(vaultedUntil) } },
        { ...HELD, orderBy: { vaultedAt: 'asc', id: 'asc' }, limit },
      ),
    findToErase: async (expiredUntil, limit) =>
      leads.findAll(
        { standing: 'expired', expiredAt: { $lte: new Date(expiredUntil) }, [raw(HAS_CONTACT)]: [] },
        { ...HELD, orderBy: { expiredAt: 'asc', id: 'asc' }, limit },
      ),
    findWithdrawnToErase: async (withdrawnUntil, limit) =>
      leads.findAll(
        { standing: 'withdrawn', withdrawnAt: { $lte: new Date(withdrawnUntil) }, [raw(HAS_CONTACT)]: [] },
        { ...HELD, orderBy: { withdrawnAt: 'asc', id: 'asc' }, limit },
      ),
  };
};
