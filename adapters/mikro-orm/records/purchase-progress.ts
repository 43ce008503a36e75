import type { Delivery, LoserMoney, Paid, PurchaseProgress, Refund, ReturnKind } from '#domain/purchase.ts';
import { atIf, atOf, instantIf, instantOf, known, someOf } from './column.ts';
import type { PurchaseRow } from './purchase-record.ts';

const NO_PROGRESS = {
  buyerEmail: null,
  paymentRef: null,
  wonAt: null,
  settledAt: null,
  delivery: null,
  sentAt: null,
  refusedAt: null,
  contactLeftAt: null,
  resends: null,
  refundRequestedAt: null,
  refundBy: null,
  refundReason: null,
  refundedAt: null,
  lostAt: null,
  lossReason: null,
  loserMoney: null,
  abandonedAt: null,
  lapsedAt: null,
};

const moneyColumns = (money: LoserMoney) => ({
  loserMoney: money.is,
  paymentRef: money.is === 'untouched' ? null : money.paymentRef,
});

const deliveryColumns = (delivery: Delivery) => {
  switch (delivery.state) {
    case 'queued':
      return { delivery: delivery.state };
    case 'sent':
      return { delivery: delivery.state, sentAt: atOf(delivery.sentAt) };
    case 'refused':
      return { delivery: delivery.state, refusedAt: atOf(delivery.refusedAt) };
  }
};

const paidColumns = (paid: Paid) => ({
  wonAt: atOf(paid.wonAt),
  settledAt: atOf(paid.settledAt),
  buyerEmail: paid.buyerEmail,
  paymentRef: paid.paymentRef ?? null,
  contactLeftAt: atIf(paid.contactLeftAt),
  resends: paid.resends,
  ...deliveryColumns(paid.delivery),
});

/** What is stored as the reason of a refund that we have read at the provider. */
const RETURNED: Readonly<Record<ReturnKind, string>> = {
  refund: 'Refunded at the provider',
  dispute: 'Disputed by the buyer',
};

const refundColumns = (refund: Refund) => ({
  refundRequestedAt: atOf(refund.requestedAt),
  refundBy: refund.by,
  refundReason: refund.by === 'provider' ? RETURNED[refund.how] : refund.reason,
});

/** The columns of a progress; those of other states become null. */
export const progressColumns = (progress: PurchaseProgress) => {
  const common = { ...NO_PROGRESS, progress: progress.state };
  switch (progress.state) {
    case 'open':
      return common;
    case 'won': {
      const { wonAt, buyerEmail, paymentRef } = progress;
      return { ...common, wonAt: atOf(wonAt), buyerEmail, paymentRef: paymentRef ?? null };
    }
    case 'settled':
      return { ...common, ...paidColumns(progress) };
    case 'refunding':
      return { ...common, ...paidColumns(progress), ...refundColumns(progress) };
    case 'refunded':
      return { ...common, ...paidColumns(progress), ...refundColumns(progress), refundedAt: atOf(progress.refundedAt) };
    case 'lost': {
      const { lostAt, reason, buyerEmail, money } = progress;
      const lost = { lostAt: atOf(lostAt), lossReason: reason, buyerEmail: buyerEmail ?? null };
      return { ...common, ...lost, ...moneyColumns(money) };
    }
    case 'abandoned':
      return { ...common, abandonedAt: atOf(progress.abandonedAt) };
    case 'lapsed':
      return { ...common, lapsedAt: atOf(progress.lapsedAt), buyerEmail: progress.buyerEmail ?? null };
  }
};

const moneyOf = ({ loserMoney, paymentRef }: PurchaseRow): LoserMoney => {
  const is = known(loserMoney);
  return is === 'untouched' ? { is } : { is, paymentRef: known(paymentRef) };
};

const deliveryOf = (row: PurchaseRow): Delivery => {
  const state = known(row.delivery);
  switch (state) {
    case 'queued':
      return { state };
    case 'sent':
      return { state, sentAt: instantOf(row.sentAt) };
    case 'refused':
      return { state, refusedAt: instantOf(row.refusedAt) };
  }
};

const paidOf = (row: PurchaseRow): Paid => ({
  wonAt: instantOf(row.wonAt),
  settledAt: instantOf(row.settledAt),
  buyerEmail: known(row.buyerEmail),
  paymentRef: someOf(row.paymentRef),
  delivery: deliveryOf(row),
  contactLeftAt: instantIf(row.contactLeftAt),
  resends: known(row.resends),
});

const refundOf = (row: PurchaseRow): Refund => {
  const [requestedAt, by, reason] = [instantOf(row.refundRequestedAt), known(row.refundBy), known(row.refundReason)];
  return by === 'provider'
    ? { requestedAt, by, how: reason === RETURNED.dispute ? 'dispute' : 'refund' }
    : { requestedAt, by, reason };
};

/** The progress that a row holds. */
export const purchaseProgressOf = (row: PurchaseRow): PurchaseProgress => {
  switch (row.progress) {
    case 'open':
      return { state: 'open' };
    case 'won':
      return {
        state: 'won',
        wonAt: instantOf(row.wonAt),
        buyerEmail: known(row.buyerEmail),
        paymentRef: someOf(row.paymentRef),
      };
    case 'settled':
      return { state: 'settled', ...paidOf(row) };
    case 'refunding':
      return { state: 'refunding', ...paidOf(row), ...refundOf(row) };
    case 'refunded':
      return { state: 'refunded', ...paidOf(row), ...refundOf(row), refundedAt: instantOf(row.refundedAt) };
    case 'lost':
      return {
        state: 'lost',
        lostAt: instantOf(row.lostAt),
        reason: known(row.lossReason),
        buyerEmail: someOf(row.buyerEmail),
        money: moneyOf(row),
      };
    case 'abandoned':
      return { state: 'abandoned', abandonedAt: instantOf(row.abandonedAt) };
    case 'lapsed':
      return { state: 'lapsed', lapsedAt: instantOf(row.lapsedAt), buyerEmail: someOf(row.buyerEmail) };
  }
};
