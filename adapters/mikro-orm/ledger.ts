import { raw } from '@mikro-orm/core';
import type { FilterQuery, FindOptions } from '@mikro-orm/core';

import { NO_STATS } from '#application/ports/ledger.ts';
import type { Ledger, PurchaseQuery, Stats } from '#application/ports/ledger.ts';
import type { Instant } from '#domain/instant.ts';
import type { Database } from './connection.ts';
import { contactMessageOf } from './records/contact-message-mapping.ts';
import { ContactMessageRecord } from './records/contact-message-record.ts';
import { couponOf } from './records/coupon-mapping.ts';
import { CouponRecord } from './records/coupon-record.ts';
import { withoutValues } from './connection/failures.ts';
import { refuseInside } from './connection/query.ts';
import { isStorable } from './records/keys.ts';
import { purchaseOf } from './records/purchase-mapping.ts';
import { PurchaseRecord, UNFINISHED, unfinishedPurchases } from './records/purchase-record.ts';
import type { PurchaseRow } from './records/purchase-record.ts';
import { timestamp } from './connection/statement.ts';
import { subscriptionOf } from './records/subscription-mapping.ts';
import { SubscriptionRecord, unfinishedSubscriptions } from './records/subscription-record.ts';
import type { SubscriptionRow } from './records/subscription-record.ts';
import { joinedAudit } from './joined-audit.ts';

const COUNTS = `
  select 'leads' as of, case when standing = 'listed' and listed_at > $1::timestamptz then 'scheduled' else standing end as state,
    count(*)::int as count, 0::float8 as cents from lead group by 2
  union all
  select 'purchases', progress, count(*)::int, coalesce(sum(price), 0)::float8 from purchase group by progress
  union all
  select 'subscriptions', progress, count(*)::int, 0 from subscription group by progress`;

const HELD = `
  select count(*)::int as count, (extract(epoch from min(case progress when 'won' then won_at else lost_at end)) * 1000)::float8 as oldest
  from purchase where (${UNFINISHED}) and payment_ref is not null and progress in ('won', 'lost')`;

const IS_EMPTY = `
  select not (exists (select from lead) or exists (select from coupon) or exists (select from account) or exists (select from batch)) as "isEmpty"`;

type CountRow = {
  readonly of: 'leads' | 'purchases' | 'subscriptions';
  readonly state: string;
  readonly count: number;
  readonly cents: number;
};

const statsOf = (rows: readonly CountRow[]): Stats => {
  const counts = (of: CountRow['of']) =>
    Object.fromEntries(rows.filter((row) => row.of === of).map(({ state, count }) => [state, count]));
  return {
    leads: { ...NO_STATS.leads, ...counts('leads') },
    purchases: { ...NO_STATS.purchases, ...counts('purchases') },
    collected: rows.find(({ of, state }) => of === 'purchases' && state === 'settled')?.cents ?? 0,
    subscriptions: { ...NO_STATS.subscriptions, ...counts('subscriptions') },
  };
};

const newest = <Key extends string>(by: Key, limit: number) => ({
  orderBy: { [by]: 'desc', id: 'desc' } as Record<Key | 'id', 'desc'>,
  limit,
});

const askedFor = ({ state, buyerEmail, openedBefore }: PurchaseQuery): FilterQuery<PurchaseRow> => ({
  ...(state !== undefined && { progress: state }),
  ...(buyerEmail !== undefined && { [raw('lower(buyer_email)')]: buyerEmail }),
  ...(openedBefore !== undefined && { openedAt: { $lt: new Date(openedBefore) } }),
});

const WITH_PAGE_TO_PAY = { checkoutRef: { $ne: null }, price: { $gt: 0 } };

const idsAfter = (after: string | undefined) => (after === undefined ? {} : { id: { $gt: after } });

/** Reads what operators ask for, each in one statement. */
export const databaseLedger = ({ orm, query, transaction }: Database): Ledger => {
  const read = async <T>(run: (em: Database['orm']['em']) => Promise<T>): Promise<T> => {
    refuseInside(transaction);
    try {
      return await run(orm.em.fork());
    } catch (error) {
      throw withoutValues(error);
    }
  };

  const purchases = (where: FilterQuery<PurchaseRow>, options: FindOptions<PurchaseRow>) =>
    read(async (em) => (await em.find(PurchaseRecord, where as never, options)).map(purchaseOf));

  return {
    audit: (limit) => joinedAudit(query, limit),
    coupons: () => read(async (em) => (await em.find(CouponRecord, {}, { orderBy: { code: 'asc' } })).map(couponOf)),
    spam: (limit) =>
      read(async (em) =>
        (await em.find(ContactMessageRecord, { isSpam: true }, newest('receivedAt', limit))).map(contactMessageOf),
      ),
    purchases: async (query) =>
      isStorable(query.buyerEmail ?? '') ? purchases(askedFor(query), newest('openedAt', query.limit)) : [],
    purchaseBySaleNumber: async (saleNumber) =>
      isStorable(saleNumber) ? (await purchases({ saleNumber }, { limit: 1 }))[0] : undefined,
    purchasesToReconcile: ({ settledSince, unpaidSince, after, limit }) =>
      purchases(
        {
          ...idsAfter(after),
          $or: [
            unfinishedPurchases(),
            { progress: { $in: ['settled', 'refunded'] }, settledAt: { $gte: new Date(settledSince) } },
            { progress: 'abandoned', abandonedAt: { $gte: new Date(unpaidSince) }, ...WITH_PAGE_TO_PAY },
            { progress: 'lost', loserMoney: 'untouched', lostAt: { $gte: new Date(unpaidSince) }, ...WITH_PAGE_TO_PAY },
          ],
        },
        { orderBy: { id: 'asc' }, limit },
      ),
    subscriptionsToReconcile: ({ endedSince, abandonedSince, after, limit }) =>
      read(async (em) => {
        const where: FilterQuery<SubscriptionRow> = {
          ...idsAfter(after),
          $or: [
            unfinishedSubscriptions(),
            { progress: 'ended', endedAt: { $gte: new Date(endedSince) } },
            { progress: 'abandoned', abandonedAt: { $gte: new Date(abandonedSince) }, checkoutRef: { $ne: null } },
          ],
        };
        return (await em.find(SubscriptionRecord, where, { orderBy: { id: 'asc' }, limit })).map(subscriptionOf);
      }),
    heldPayments: async () => {
      const [held] = await query<{ readonly count: number; readonly oldest: number | null }>(HELD);
      return { count: held?.count ?? 0, oldestAt: held?.oldest ?? undefined };
    },
    isEmpty: async () => {
      const [found] = await query<{ readonly isEmpty: boolean }>(IS_EMPTY);
      return found?.isEmpty === true;
    },
    stats: async (now: Instant) => statsOf(await query<CountRow>(COUNTS, [timestamp(now)])),
  };
};
