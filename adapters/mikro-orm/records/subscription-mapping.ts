import type { LateRefund, Subscription, SubscriptionProgress } from '#domain/subscription.ts';
import { atIf, atOf, instantIf, instantOf, known } from './column.ts';
import type { SubscriptionRow } from './subscription-record.ts';

const NO_PROGRESS = {
  ref: null,
  payerRef: null,
  since: null,
  paidThrough: null,
  endsAt: null,
  isOverdue: null,
  givesBack: null,
  abandonedAt: null,
  endedAt: null,
  latePaymentRef: null,
  lateRefund: null,
};

const begunColumns = ({
  ref,
  payerRef,
  since,
  paidThrough,
}: Extract<SubscriptionProgress, { readonly ref: string }>) => ({
  ref,
  payerRef,
  since: atOf(since),
  paidThrough: atOf(paidThrough),
});

/** The columns of a progress; those of other states become null. */
const progressColumns = (progress: SubscriptionProgress) => {
  const common = { ...NO_PROGRESS, progress: progress.state };
  switch (progress.state) {
    case 'open':
      return common;
    case 'abandoned':
      return { ...common, abandonedAt: atOf(progress.abandonedAt) };
    case 'live': {
      const { endsAt, isOverdue } = progress;
      return { ...common, ...begunColumns(progress), endsAt: atIf(endsAt), isOverdue };
    }
    case 'unwanted':
      return { ...common, ...begunColumns(progress), givesBack: progress.givesBack };
    case 'ended': {
      const { endedAt, lateRefund } = progress;
      const late = lateRefund && { latePaymentRef: lateRefund.paymentRef, lateRefund: lateRefund.state };
      return { ...common, ...begunColumns(progress), endedAt: atOf(endedAt), ...late };
    }
  }
};

/** A subscription as its row's columns, all but the version, which the store counts. */
export const subscriptionColumns = (subscription: Subscription) => ({
  id: subscription.id,
  accountId: subscription.accountId,
  openedAt: atOf(subscription.openedAt),
  checkoutRef: subscription.checkout?.ref ?? null,
  checkoutClosesAt: atIf(subscription.checkout?.closesAt),
  checkAt: atOf(subscription.check.at),
  checkCount: subscription.check.count,
  revision: subscription.revision,
  ...progressColumns(subscription.progress),
});

type ProgressRow = Pick<SubscriptionRow, 'progress' | keyof typeof NO_PROGRESS>;

/** The columns of a progress. */
export const PROGRESS_COLUMNS = ['progress', ...Object.keys(NO_PROGRESS)] as readonly (keyof ProgressRow)[];

const begunOf = (row: ProgressRow) => ({
  ref: known(row.ref),
  payerRef: known(row.payerRef),
  since: instantOf(row.since),
  paidThrough: instantOf(row.paidThrough),
});

const lateRefundOf = (row: ProgressRow): LateRefund | undefined =>
  row.lateRefund === null ? undefined : { paymentRef: known(row.latePaymentRef), state: row.lateRefund };

/** The progress that a row holds. */
export const subscriptionProgressOf = (row: ProgressRow): SubscriptionProgress => {
  switch (row.progress) {
    case 'open':
      return { state: 'open' };
    case 'abandoned':
      return { state: 'abandoned', abandonedAt: instantOf(row.abandonedAt) };
    case 'live':
      return { state: 'live', ...begunOf(row), endsAt: instantIf(row.endsAt), isOverdue: known(row.isOverdue) };
    case 'unwanted':
      return { state: 'unwanted', ...begunOf(row), givesBack: known(row.givesBack) };
    case 'ended':
      return { state: 'ended', ...begunOf(row), endedAt: instantOf(row.endedAt), lateRefund: lateRefundOf(row) };
  }
};

/** The subscription that a row holds. */
export const subscriptionOf = (row: SubscriptionRow): Subscription => ({
  id: row.id,
  accountId: row.accountId,
  openedAt: instantOf(row.openedAt),
  checkout: row.checkoutRef === null ? undefined : { ref: row.checkoutRef, closesAt: instantOf(row.checkoutClosesAt) },
  check: { at: instantOf(row.checkAt), count: row.checkCount },
  revision: row.revision,
  progress: subscriptionProgressOf(row),
});
