import type { Repositories } from '#application/ports/atomically.ts';
import type { Job } from '#application/ports/jobs.ts';
import type { Coupons, Notifications } from '#application/ports/shop-repositories.ts';
import { accountsOn, contactMessagesOn, sessionsOn, tokensOn } from './account-repositories.ts';
import { couponColumns, couponOf } from '#adapters/mikro-orm/records/coupon-mapping.ts';
import { CouponRecord } from '#adapters/mikro-orm/records/coupon-record.ts';
import { lazily } from './lazily.ts';
import { leadsOn } from './lead-repository.ts';
import type { OfferMemory } from './offer-memory.ts';
import { removeOldRows } from './old-rows.ts';
import { auditOn, batchesOn } from './operation-repositories.ts';
import { personsOn } from './person-repository.ts';
import { purchasesOn } from './purchase-repository.ts';
import { rowsOf } from './rows.ts';
import { timestamp } from '#adapters/mikro-orm/connection/statement.ts';
import { subscriptionsOn } from './subscription-repository.ts';
import type { Transaction } from './transaction.ts';
import type { TransactionSql } from './transaction-sql.ts';

type Needs = { readonly addJob: AddJob; readonly offers: OfferMemory };

/** Queues a job by statements of the transaction that causes it. */
export type AddJob = (job: Job, sql: TransactionSql) => Promise<void>;

const OLD_NOTIFICATIONS = { table: 'notification', key: 'id', isOld: 'received_at <= $1::timestamptz' };

const couponsOn = (transaction: Transaction): Coupons => {
  const coupons = rowsOf(transaction, {
    record: CouponRecord,
    keyOf: ({ code }) => code,
    valueOf: couponOf,
    columnsOf: couponColumns,
  });
  return {
    find: coupons.find,
    findForUpdate: coupons.findForUpdate,
    add: async (coupon) => coupons.add(coupon),
    save: async (coupon) => coupons.save(coupon),
  };
};

const notificationsOn = (transaction: Transaction): Notifications => ({
  remember: async ({ id, receivedAt }) => {
    const { rows } = await transaction.sql(
      'insert into notification (id, received_at) values ($1, $2::timestamptz) on conflict do nothing returning id',
      [id, timestamp(receivedAt)],
    );
    return rows.length === 1;
  },
  removeOld: async (until, limit) =>
    (await removeOldRows(transaction)(OLD_NOTIFICATIONS, [timestamp(until)], limit)).length,
});

/** The repositories of one transaction. Each is made on first use, as most work needs one or two. */
export const repositoriesOn = (transaction: Transaction, { addJob, offers }: Needs): Repositories =>
  lazily<Repositories>({
    leads: () => leadsOn(transaction, offers),
    purchases: () => purchasesOn(transaction),
    coupons: () => couponsOn(transaction),
    notifications: () => notificationsOn(transaction),
    accounts: () => accountsOn(transaction),
    tokens: () => tokensOn(transaction),
    sessions: () => sessionsOn(transaction),
    contactMessages: () => contactMessagesOn(transaction),
    subscriptions: () => subscriptionsOn(transaction),
    batches: () => batchesOn(transaction),
    persons: () => personsOn(transaction),
    audit: () => auditOn(transaction),
    jobs: () => ({ add: (job) => addJob(job, transaction.sql) }),
  });
