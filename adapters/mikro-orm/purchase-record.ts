import { defineEntity, p } from '@mikro-orm/core';
import type { InferEntity } from '@mikro-orm/core';

import { LARGEST_AMOUNT } from '#domain/money.ts';
import type { Delivery, LoserMoney, LossReason, PurchaseProgress, Refund } from '#domain/purchase.ts';
import { LeadRecord } from './lead-record.ts';

/** What the progress fills, by its state: everything it may not fill must be null. */
const PROGRESS = `case progress
  when 'open' then num_nonnulls(buyer_email, payment_ref, won_at, settled_at, delivery, sent_at, refused_at, contact_left_at, resends, refund_requested_at, refund_by, refund_reason, refunded_at, lost_at, loss_reason, loser_money, abandoned_at, lapsed_at) = 0
  when 'won' then num_nonnulls(buyer_email, won_at) = 2 and num_nonnulls(settled_at, delivery, sent_at, refused_at, contact_left_at, resends, refund_requested_at, refund_by, refund_reason, refunded_at, lost_at, loss_reason, loser_money, abandoned_at, lapsed_at) = 0
  when 'settled' then num_nonnulls(buyer_email, won_at, settled_at, delivery, resends) = 5 and num_nonnulls(refund_requested_at, refund_by, refund_reason, refunded_at, lost_at, loss_reason, loser_money, abandoned_at, lapsed_at) = 0
  when 'refunding' then num_nonnulls(buyer_email, won_at, settled_at, delivery, resends, refund_requested_at, refund_by, refund_reason) = 8 and num_nonnulls(refunded_at, lost_at, loss_reason, loser_money, abandoned_at, lapsed_at) = 0
  when 'refunded' then num_nonnulls(buyer_email, won_at, settled_at, delivery, resends, refund_requested_at, refund_by, refund_reason, refunded_at) = 9 and num_nonnulls(lost_at, loss_reason, loser_money, abandoned_at, lapsed_at) = 0
  when 'lost' then num_nonnulls(lost_at, loss_reason, loser_money) = 3 and num_nonnulls(won_at, settled_at, delivery, sent_at, refused_at, contact_left_at, resends, refund_requested_at, refund_by, refund_reason, refunded_at, abandoned_at, lapsed_at) = 0
  when 'abandoned' then abandoned_at is not null and num_nonnulls(buyer_email, payment_ref, won_at, settled_at, delivery, sent_at, refused_at, contact_left_at, resends, refund_requested_at, refund_by, refund_reason, refunded_at, lost_at, loss_reason, loser_money, lapsed_at) = 0
  when 'lapsed' then num_nonnulls(buyer_email, lapsed_at) = 2 and num_nonnulls(payment_ref, won_at, settled_at, delivery, sent_at, refused_at, contact_left_at, resends, refund_requested_at, refund_by, refund_reason, refunded_at, lost_at, loss_reason, loser_money, abandoned_at) = 0
  else false end`;

/** In the words of the index of what is due, so that it serves whoever asks with them. */
export const UNFINISHED = `progress in ('open', 'won', 'refunding') or (progress = 'lost' and loser_money = 'held')`;

/** The same, for the ORM to ask. */
export const UNFINISHED_PURCHASES = [
  { progress: { $in: ['open', 'won', 'refunding'] as PurchaseProgress['state'][] } },
  { progress: 'lost' as const, loserMoney: 'held' as const },
];

/** When a purchase came to nothing. As the index says it, so that a search can use the index. */
export const ENDED_AT = 'coalesce(abandoned_at, lost_at)';

/** What came to nothing, with nobody's money held, and still tells of its buyer. */
export const TELLS_OF_BUYER = `(progress = 'abandoned' or (progress = 'lost' and loser_money <> 'held')) and (terms_address is not null or user_id is not null or buyer_email is not null)`;

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
  checks: [
    {
      name: 'purchase_amounts',
      expression: `list_price >= 0 and list_price <= ${LARGEST_AMOUNT} and price >= 0 and price <= ${LARGEST_AMOUNT}`,
    },
    {
      name: 'purchase_terms',
      expression: `num_nonnulls(terms_version, terms_text_hash, terms_accepted_at, terms_address, terms_user_agent) in (0, 5)`,
    },
    { name: 'purchase_checkout', expression: 'num_nonnulls(checkout_ref, checkout_closes_at) in (0, 2)' },
    { name: 'purchase_check_count', expression: 'check_count >= 0' },
    { name: 'purchase_progress', expression: PROGRESS },
    {
      name: 'purchase_delivery',
      expression: `case delivery when 'queued' then num_nonnulls(sent_at, refused_at) = 0
          when 'sent' then sent_at is not null and refused_at is null
          when 'refused' then refused_at is not null and sent_at is null
          else delivery is null end`,
    },
    { name: 'purchase_resends', expression: 'resends >= 0' },
    { name: 'purchase_refund_by', expression: `refund_by in ('operator', 'provider')` },
    {
      name: 'purchase_loss_reason',
      expression: `loss_reason in ('sold', 'not-offered', 'coupon-used-up', 'amount-differs')`,
    },
    {
      name: 'purchase_loser_money',
      expression: `case loser_money when 'untouched' then payment_ref is null
        when 'held' then payment_ref is not null when 'released' then payment_ref is not null
        when 'refunded' then payment_ref is not null else loser_money is null end`,
    },
  ],
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
