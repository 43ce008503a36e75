import type { Delivery, LoserMoney, Paid, Refund, ReturnKind } from '#domain/purchase.ts';
import { atIf, atOf, instantIf, instantOf, known, someOf } from './column.ts';
import type { PurchaseRow } from './purchase-record.ts';

/** The parts that several states of a purchase share, each as columns and as read from a row. */

export const moneyColumns = (money: LoserMoney) => ({
  loserMoney: money.is,
  paymentRef: money.is === 'untouched' ? null : money.paymentRef,
});

export const moneyOf = ({ loserMoney, paymentRef }: PurchaseRow): LoserMoney => {
  const is = known(loserMoney);
  return is === 'untouched' ? { is } : { is, paymentRef: known(paymentRef) };
};

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

export const paidColumns = (paid: Paid) => ({
  wonAt: atOf(paid.wonAt),
  settledAt: atOf(paid.settledAt),
  buyerEmail: paid.buyerEmail,
  paymentRef: paid.paymentRef ?? null,
  contactLeftAt: atIf(paid.contactLeftAt),
  resends: paid.resends,
  ...deliveryColumns(paid.delivery),
});

export const paidOf = (row: PurchaseRow): Paid => ({
  wonAt: instantOf(row.wonAt),
  settledAt: instantOf(row.settledAt),
  buyerEmail: known(row.buyerEmail),
  paymentRef: someOf(row.paymentRef),
  delivery: deliveryOf(row),
  contactLeftAt: instantIf(row.contactLeftAt),
  resends: known(row.resends),
});

/** What is stored as the reason of a refund that we have read at the provider. */
const RETURNED: Readonly<Record<ReturnKind, string>> = {
  refund: 'Refunded at the provider',
  dispute: 'Disputed by the buyer',
};

export const refundColumns = (refund: Refund) => ({
  refundRequestedAt: atOf(refund.requestedAt),
  refundBy: refund.by,
  refundReason: refund.by === 'provider' ? RETURNED[refund.how] : refund.reason,
});

export const refundOf = (row: PurchaseRow): Refund => {
  const [requestedAt, by, reason] = [instantOf(row.refundRequestedAt), known(row.refundBy), known(row.refundReason)];
  return by === 'provider'
    ? { requestedAt, by, how: reason === RETURNED.dispute ? 'dispute' : 'refund' }
    : { requestedAt, by, reason };
};
