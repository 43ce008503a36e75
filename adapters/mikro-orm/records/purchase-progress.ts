import type { PurchaseProgress } from '#domain/purchase.ts';
import { atOf, instantOf, known, someOf } from './column.ts';
import { moneyColumns, moneyOf, paidColumns, paidOf, refundColumns, refundOf } from './purchase-parts.ts';
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
