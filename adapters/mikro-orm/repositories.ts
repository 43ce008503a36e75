import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/core';

import type { Repositories } from '#application/ports/atomically.ts';
import type { Job } from '#application/ports/jobs.ts';
import { accountRepositoriesOn } from './account-repositories.ts';
import { couponColumns, couponOf } from './coupon-mapping.ts';
import { CouponRecord } from './coupon-record.ts';
import { isId, isStorable } from './keys.ts';
import { leadColumns, leadOf } from './lead-mapping.ts';
import { LeadRecord } from './lead-record.ts';
import { purchaseColumns, purchaseOf } from './purchase-mapping.ts';
import { PurchaseRecord } from './purchase-record.ts';
import { rowsOf } from './rows.ts';
import { subscriptionsOn } from './subscription-repository.ts';
import type { TransactionSql } from './transaction-sql.ts';

/** Queues a job by statements of the transaction that causes it. */
export type AddJob = (job: Job, sql: TransactionSql) => Promise<void>;

/** The repositories of the transaction in which `em` and `sql` run. */
export const repositoriesOn = (em: EntityManager, sql: TransactionSql, addJob: AddJob): Repositories => {
  const leads = rowsOf(em, { record: LeadRecord, keyOf: ({ id }) => id, valueOf: leadOf, columnsOf: leadColumns });
  const purchases = rowsOf(em, {
    record: PurchaseRecord,
    keyOf: ({ id }) => id,
    valueOf: purchaseOf,
    columnsOf: purchaseColumns,
  });
  const coupons = rowsOf(em, {
    record: CouponRecord,
    keyOf: ({ code }) => code,
    valueOf: couponOf,
    columnsOf: couponColumns,
  });

  return {
    leads: {
      find: async (id) => (isId(id) ? leads.find(id, { id }) : undefined),
      add: async (added) => added.forEach(leads.add),
      save: async (lead) => leads.save(lead),
    },
    purchases: {
      find: async (id) => (isId(id) ? purchases.find(id, { id }) : undefined),
      findByCheckout: async (ref) => (isStorable(ref) ? (await purchases.findAll({ checkoutRef: ref }))[0] : undefined),
      findOpenOfLead: async (leadId) =>
        isId(leadId) ? purchases.findAll({ leadId, progress: 'open' }, { orderBy: { id: 'asc' } }) : [],
      findDue: async (now, limit) =>
        purchases.findAll(
          {
            checkAt: { $lte: new Date(now) },
            $or: [{ progress: { $in: ['open', 'won'] } }, { progress: 'lost', loserMoney: 'held' }],
          },
          {
            orderBy: { checkAt: 'asc', id: 'asc' },
            limit,
            lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE,
            refresh: true,
          },
        ),
      add: async (purchase) => purchases.add(purchase),
      save: async (purchase) => purchases.save(purchase),
    },
    coupons: {
      find: async (code) => (isStorable(code) ? coupons.find(code, { code }) : undefined),
      findToUse: async (code) =>
        isStorable(code)
          ? coupons.find(code, { code }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
          : undefined,
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
    },
    ...accountRepositoriesOn(em),
    subscriptions: subscriptionsOn(em),
    jobs: { add: (job) => addJob(job, sql) },
  };
};
