import { defineEntity, p, raw } from '@mikro-orm/core';
import type { InferEntity } from '@mikro-orm/core';

import type { LateRefund, SubscriptionProgress } from '#domain/subscription.ts';
import { AccountRecord } from './account-record.ts';

/** The columns that a progress fills, by its state: all others must be null. */
const PROGRESS = `case progress
  when 'open' then num_nonnulls(ref, payer_ref, since, paid_through, ends_at, is_overdue, gives_back, abandoned_at, ended_at, late_payment_ref, late_refund) = 0
  when 'abandoned' then abandoned_at is not null and num_nonnulls(ref, payer_ref, since, paid_through, ends_at, is_overdue, gives_back, ended_at, late_payment_ref, late_refund) = 0
  when 'live' then num_nonnulls(ref, payer_ref, since, paid_through, is_overdue) = 5 and num_nonnulls(gives_back, abandoned_at, ended_at, late_payment_ref, late_refund) = 0
  when 'unwanted' then num_nonnulls(ref, payer_ref, since, paid_through, gives_back) = 5 and num_nonnulls(ends_at, is_overdue, abandoned_at, ended_at, late_payment_ref, late_refund) = 0
  when 'ended' then num_nonnulls(ref, payer_ref, since, paid_through, ended_at) = 5 and num_nonnulls(late_payment_ref, late_refund) in (0, 2) and num_nonnulls(ends_at, is_overdue, gives_back, abandoned_at) = 0
  else false end`;

/** Those of which the provider still has to be asked or told. In the words of the index, so that queries with these words use it. */
const UNFINISHED = `progress in ('open', 'live', 'unwanted') or late_refund = 'wanted'`;

/** The same, for one query by the ORM. */
export const unfinishedSubscriptions = () => ({ [raw(`(${UNFINISHED})`)]: [] });

export const SubscriptionRecord = defineEntity({
  name: 'SubscriptionRecord',
  tableName: 'subscription',
  properties: {
    id: p.uuid().primary(),
    version: p.integer().version(),
    accountId: () =>
      p.manyToOne(AccountRecord).mapToPk().fieldName('account_id').deleteRule('no action').updateRule('no action'),
    openedAt: p.datetime(3),
    checkoutRef: p.text().unique('subscription_checkout_ref').strictNullable(),
    checkoutClosesAt: p.datetime(3).strictNullable(),
    checkAt: p.datetime(3),
    checkCount: p.integer(),
    revision: p.integer(),
    progress: p.text().$type<SubscriptionProgress['state']>(),
    ref: p.text().unique('subscription_ref').strictNullable(),
    payerRef: p.text().strictNullable(),
    since: p.datetime(3).strictNullable(),
    paidThrough: p.datetime(3).strictNullable(),
    endsAt: p.datetime(3).strictNullable(),
    isOverdue: p.boolean().strictNullable(),
    givesBack: p.boolean().strictNullable(),
    abandonedAt: p.datetime(3).strictNullable(),
    endedAt: p.datetime(3).strictNullable(),
    latePaymentRef: p.text().strictNullable(),
    lateRefund: p.text().$type<LateRefund['state']>().strictNullable(),
  },
  checks: [
    { name: 'subscription_checkout', expression: 'num_nonnulls(checkout_ref, checkout_closes_at) in (0, 2)' },
    { name: 'subscription_counts', expression: 'check_count >= 0 and revision >= 0' },
    { name: 'subscription_progress', expression: PROGRESS },
    { name: 'subscription_late_refund', expression: `late_refund in ('wanted', 'made', 'failed')` },
  ],
  indexes: [
    {
      name: 'subscription_account',
      expression: `create index subscription_account on subscription (account_id, opened_at desc, id desc) where progress <> 'abandoned'`,
    },
    {
      name: 'subscription_due',
      expression: `create index subscription_due on subscription (check_at, id) where ${UNFINISHED}`,
    },
  ],
  uniques: [
    {
      name: 'subscription_one_open',
      expression: `create unique index subscription_one_open on subscription (account_id) where progress = 'open'`,
    },
    {
      name: 'subscription_one_live',
      expression: `create unique index subscription_one_live on subscription (account_id) where progress = 'live'`,
    },
  ],
});

export type SubscriptionRow = InferEntity<typeof SubscriptionRecord>;
