import { LockMode, raw } from '@mikro-orm/core';

import type { Repositories } from '#application/ports/atomically.ts';
import type { Job } from '#application/ports/jobs.ts';
import type { PurchaseProgress } from '#domain/purchase.ts';
import { accountRepositoriesOn } from './account-repositories.ts';
import { couponColumns, couponOf } from './coupon-mapping.ts';
import { CouponRecord } from './coupon-record.ts';
import { isId, isStorable } from './keys.ts';
import { leadsOn } from './lead-repository.ts';
import { removeOldRows } from './old-rows.ts';
import { operationRepositoriesOn } from './operation-repositories.ts';
import { purchaseColumns, purchaseOf } from './purchase-mapping.ts';
import { ENDED_AT, PurchaseRecord, TELLS_OF_BUYER, UNFINISHED_PURCHASES } from './purchase-record.ts';
import { rowsOf } from './rows.ts';
import { timestamp } from './statement.ts';
import { subscriptionsOn } from './subscription-repository.ts';
import type { Transaction } from './transaction.ts';
import type { TransactionSql } from './transaction-sql.ts';

/** Queues a job by statements of the transaction that causes it. */
export type AddJob = (job: Job, sql: TransactionSql) => Promise<void>;

/** Those that another transaction has are left out. */
const HELD = { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, refresh: true } as const;

const OLD_NOTIFICATIONS = { table: 'notification', key: 'id', isOld: 'received_at <= $1::timestamptz' };

const STATES_OF = 'select distinct lead_id as id, progress as state from purchase where lead_id = any($1::uuid[])';

type StateOf = { readonly id: string; readonly state: PurchaseProgress['state'] };

/** The repositories of one transaction. */
export const repositoriesOn = (transaction: Transaction, addJob: AddJob): Repositories => {
  const { sql, flush } = transaction;
  // In this order their changes are written: what others refer to comes first, and two transactions lock alike.
  const ofAccounts = accountRepositoriesOn(transaction);
  const leads = leadsOn(transaction);
  const coupons = rowsOf(transaction, {
    record: CouponRecord,
    keyOf: ({ code }) => code,
    valueOf: couponOf,
    columnsOf: couponColumns,
  });
  const purchases = rowsOf(transaction, {
    record: PurchaseRecord,
    keyOf: ({ id }) => id,
    valueOf: purchaseOf,
    columnsOf: purchaseColumns,
  });

  return {
    leads,
    purchases: {
      find: async (id) => (isId(id) ? purchases.find(id) : undefined),
      recall: async (added) => purchases.recall(added),
      findByCheckout: async (ref) => (isStorable(ref) ? (await purchases.findAll({ checkoutRef: ref }))[0] : undefined),
      findOpenOfLead: async (leadId) =>
        isId(leadId) ? purchases.findAll({ leadId, progress: 'open' }, { orderBy: { id: 'asc' } }) : [],
      statesOf: async (leadIds) => {
        await flush();
        const { rows } = await sql(STATES_OF, [leadIds.filter(isId)]);
        const byLead = Map.groupBy(rows as readonly StateOf[], ({ id }) => id);
        return new Map([...byLead].map(([id, found]) => [id, new Set(found.map(({ state }) => state))]));
      },
      findDue: async (now, limit) =>
        purchases.findAll(
          {
            checkAt: { $lte: new Date(now) },
            $or: UNFINISHED_PURCHASES,
          },
          {
            orderBy: { checkAt: 'asc', id: 'asc' },
            limit,
            ...HELD,
          },
        ),
      findToForget: async (endedUntil, limit) =>
        purchases.findAll(
          { [raw(`${ENDED_AT} <= ?::timestamptz and ${TELLS_OF_BUYER}`, [timestamp(endedUntil)])]: [] },
          { orderBy: [{ [raw(ENDED_AT)]: 'asc' }, { id: 'asc' }], limit, ...HELD },
        ),
      add: async (purchase) => purchases.add(purchase),
      save: async (purchase) => purchases.save(purchase),
    },
    coupons: {
      find: async (code) => (isStorable(code) ? coupons.find(code) : undefined),
      findToUse: async (code) => (isStorable(code) ? coupons.findToUse(code) : undefined),
      add: async (coupon) => coupons.add(coupon),
      save: async (coupon) => coupons.save(coupon),
    },
    notifications: {
      remember: async ({ id, receivedAt }) => {
        const { rows } = await sql(
          'insert into notification (id, received_at) values ($1, $2::timestamptz) on conflict do nothing returning id',
          [id, new Date(receivedAt).toISOString()],
        );
        return rows.length === 1;
      },
      removeOld: async (until, limit) =>
        (await removeOldRows(transaction)(OLD_NOTIFICATIONS, [timestamp(until)], limit)).length,
    },
    ...ofAccounts,
    subscriptions: subscriptionsOn(transaction),
    ...operationRepositoriesOn(transaction),
    jobs: { add: (job) => addJob(job, sql) },
  };
};
