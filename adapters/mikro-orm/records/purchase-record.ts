import { defineEntity, p, raw } from '@mikro-orm/core';
import type { InferEntity } from '@mikro-orm/core';

import type { Delivery, LoserMoney, LossReason, PurchaseProgress, Refund } from '#domain/purchase.ts';
import { LeadRecord } from './lead-record.ts';

/** Those of which the provider still has to be asked or told. In the words of the index, so that queries with these words use it. */
export const UNFINISHED = `progress in ('open', 'won', 'refunding') or (progress = 'lost' and loser_money = 'held')`;

/** The same, for one query by the ORM. */
export const unfinishedPurchases = () => ({ [raw(`(${UNFINISHED})`)]: [] });

/** When a purchase came to nothing. In the words of the index, so that a search can use the index. */
export const ENDED_AT = 'coalesce(abandoned_at, lost_at, lapsed_at)';

/** Purchases that came to nothing, with nobody's money held, whose buyer is still stored. */
export const TELLS_OF_BUYER = `(progress in ('abandoned', 'lapsed') or (progress = 'lost' and loser_money <> 'held')) and (terms_address is not null or user_id is not null or buyer_email is not null)`;

/** Which columns may be filled together is checked by a trigger of the migrations. */
export const PurchaseRecord = defineEntity({
  name: 'PurchaseRecord',
  tableName: 'purchase',
  properties: {
    id: p.uuid().primary(),
    version: p.integer().version(),
    saleNumber: p.text().unique('purchase_sale_number'),
    leadId: () =>
      p
        .manyToOne(LeadRecord)
        .mapToPk()
        .fieldName('lead_id')
        .index('purchase_lead')
        .deleteRule('no action')
        .updateRule('no action'),
    lineItem: p.text(),
    listPrice: p.integer(),
    price: p.integer(),
    couponCode: p.text().strictNullable(),
    visitorHash: p.text(),
    userId: p.text().strictNullable(),
    termsVersion: p.text().strictNullable(),
    termsTextHash: p.text().strictNullable(),
    termsAcceptedAt: p.datetime(3).strictNullable(),
    termsAddress: p.text().strictNullable(),
    termsUserAgent: p.text().strictNullable(),
    openedAt: p.datetime(3),
    checkoutRef: p.text().unique('purchase_checkout_ref').strictNullable(),
    checkoutClosesAt: p.datetime(3).strictNullable(),
    checkAt: p.datetime(3),
    checkCount: p.integer(),
    progress: p.text().$type<PurchaseProgress['state']>(),
    buyerEmail: p.text().strictNullable(),
    paymentRef: p.text().strictNullable(),
    wonAt: p.datetime(3).strictNullable(),
    settledAt: p.datetime(3).strictNullable(),
    delivery: p.text().$type<Delivery['state']>().strictNullable(),
    sentAt: p.datetime(3).strictNullable(),
    refusedAt: p.datetime(3).strictNullable(),
    contactLeftAt: p.datetime(3).strictNullable(),
    resends: p.integer().strictNullable(),
    refundRequestedAt: p.datetime(3).strictNullable(),
    refundBy: p.text().$type<Refund['by']>().strictNullable(),
    refundReason: p.text().strictNullable(),
    refundedAt: p.datetime(3).strictNullable(),
    lostAt: p.datetime(3).strictNullable(),
    lossReason: p.text().$type<LossReason>().strictNullable(),
    loserMoney: p.text().$type<LoserMoney['is']>().strictNullable(),
    abandonedAt: p.datetime(3).strictNullable(),
    lapsedAt: p.datetime(3).strictNullable(),
  },
  indexes: [
    {
      name: 'purchase_to_forget',
      expression: `create index purchase_to_forget on purchase (${ENDED_AT}, id) where ${TELLS_OF_BUYER}`,
    },
    { name: 'purchase_due', expression: `create index purchase_due on purchase (check_at, id) where ${UNFINISHED}` },
  ],
  uniques: [
    {
      name: 'purchase_one_buyer',
      expression: `create unique index purchase_one_buyer on purchase (lead_id) where progress in ('won', 'settled', 'refunding')`,
    },
  ],
});

export type PurchaseRow = InferEntity<typeof PurchaseRecord>;
