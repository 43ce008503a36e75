import { raw } from '@mikro-orm/core';

import type { Purchases } from '#application/ports/shop-repositories.ts';
import type { PurchaseProgress } from '#domain/purchase.ts';
import { isId, isStorable } from '#adapters/mikro-orm/records/keys.ts';
import { purchaseColumns, purchaseOf } from '#adapters/mikro-orm/records/purchase-mapping.ts';
import {
  ENDED_AT,
  PurchaseRecord,
  TELLS_OF_BUYER,
  unfinishedPurchases,
} from '#adapters/mikro-orm/records/purchase-record.ts';
import { SKIP_LOCKED, rowsOf } from './rows.ts';
import { timestamp } from '#adapters/mikro-orm/connection/statement.ts';
import type { Transaction } from './transaction.ts';

const STATES_OF = 'select distinct lead_id as id, progress as state from purchase where lead_id = any($1::uuid[])';

type StateOf = { readonly id: string; readonly state: PurchaseProgress['state'] };

/** The purchases as one transaction sees them. */
export const purchasesOn = (transaction: Transaction): Purchases => {
  const { sql, flush } = transaction;
  const purchases = rowsOf(transaction, {
    record: PurchaseRecord,
    keyOf: ({ id }) => id,
    valueOf: purchaseOf,
    columnsOf: purchaseColumns,
  });

  return {
    find: purchases.find,
    recall: async (added) => purchases.recall(added),
    findByCheckout: async (ref) => (await purchases.findBy('checkoutRef', ref))[0],
    findOpenOfLead: async (leadId) =>
      isId(leadId) ? purchases.findAll({ leadId, progress: 'open' }, { orderBy: { id: 'asc' } }) : [],
    findOfBuyer: async (buyerEmail) =>
      isStorable(buyerEmail)
        ? purchases.findAll({ [raw('lower(buyer_email)')]: buyerEmail }, { orderBy: { id: 'asc' } })
        : [],
    statesOf: async (leadIds) => {
      await flush();
      const { rows } = await sql<StateOf>(STATES_OF, [leadIds.filter(isId)]);
      const byLead = Map.groupBy(rows, ({ id }) => id);
      return new Map([...byLead].map(([id, found]) => [id, new Set(found.map(({ state }) => state))]));
    },
    findDue: async (now, limit) =>
      purchases.findAll(
        { checkAt: { $lte: new Date(now) }, ...unfinishedPurchases() },
        { orderBy: { checkAt: 'asc', id: 'asc' }, limit, ...SKIP_LOCKED },
      ),
    findPutOff: async (from, limit) =>
      purchases.findAll(
        { checkAt: { $gte: new Date(from) }, ...unfinishedPurchases() },
        { orderBy: { checkAt: 'asc', id: 'asc' }, limit, ...SKIP_LOCKED },
      ),
    findToForget: async (endedUntil, limit) =>
      purchases.findAll(
        { [raw(`${ENDED_AT} <= ?::timestamptz and ${TELLS_OF_BUYER}`, [timestamp(endedUntil)])]: [] },
        { orderBy: [{ [raw(ENDED_AT)]: 'asc' }, { id: 'asc' }], limit, ...SKIP_LOCKED },
      ),
    add: async (purchase) => purchases.add(purchase),
    save: async (purchase) => purchases.save(purchase),
  };
};
