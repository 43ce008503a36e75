import type { Subscriptions } from '#application/ports/account-repositories.ts';
import { isId } from '#adapters/mikro-orm/records/keys.ts';
import { SKIP_LOCKED, rowsOf } from './rows.ts';
import { subscriptionColumns, subscriptionOf } from '#adapters/mikro-orm/records/subscription-mapping.ts';
import { SubscriptionRecord, unfinishedSubscriptions } from '#adapters/mikro-orm/records/subscription-record.ts';
import type { Transaction } from './transaction.ts';

/** The subscriptions as one transaction sees them. */
export const subscriptionsOn = (transaction: Transaction): Subscriptions => {
  const subscriptions = rowsOf(transaction, {
    record: SubscriptionRecord,
    keyOf: ({ id }) => id,
    valueOf: subscriptionOf,
    columnsOf: subscriptionColumns,
  });
  return {
    find: subscriptions.find,
    findByCheckout: async (ref) => (await subscriptions.findBy('checkoutRef', ref))[0],
    findByRef: async (ref) => (await subscriptions.findBy('ref', ref))[0],
    findOfAccount: async (accountId) =>
      isId(accountId)
        ? subscriptions.findAll(
            { accountId, progress: { $ne: 'abandoned' } },
            { orderBy: { openedAt: 'desc', id: 'desc' } },
          )
        : [],
    findDue: async (now, limit) =>
      subscriptions.findAll(
        { checkAt: { $lte: new Date(now) }, ...unfinishedSubscriptions() },
        { orderBy: { checkAt: 'asc', id: 'asc' }, limit, ...SKIP_LOCKED },
      ),
    findPutOff: async (from, limit) =>
      subscriptions.findAll(
        { checkAt: { $gte: new Date(from) }, ...unfinishedSubscriptions() },
        { orderBy: { checkAt: 'asc', id: 'asc' }, limit, ...SKIP_LOCKED },
      ),
    // Written at once, in the order of the work: at the commit a new one would be written before the one that makes room for it.
    add: async (subscription) => {
      subscriptions.add(subscription);
      await transaction.flush();
    },
    save: async (subscription) => {
      subscriptions.save(subscription);
      await transaction.flush();
    },
  };
};
