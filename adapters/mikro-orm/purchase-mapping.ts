import type { Delivery, LoserMoney, Purchase, PurchaseProgress, TermsAcceptance } from '#domain/purchase.ts';
import { atIf, atOf, instantOf, known, someOf } from './column.ts';
import type { PurchaseRow } from './purchase-record.ts';

const NO_PROGRESS = {
  buyerEmail: null,
  paymentRef: null,
  wonAt: null,
  settledAt: null,
  delivery: null,
  sentAt: null,
  refusedAt: null,
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

const progressColumns = (progress: PurchaseProgress) => {
  const common = { ...NO_PROGRESS, progress: progress.state };
  switch (progress.state) {
    case 'open':
      return common;
    case 'won': {
      const { wonAt, buyerEmail, paymentRef } = progress;
      return { ...common, wonAt: atOf(wonAt), buyerEmail, paymentRef: paymentRef ?? null };
    }
    case 'settled': {
      const { wonAt, settledAt, buyerEmail, paymentRef, delivery } = progress;
      const paid = { wonAt: atOf(wonAt), settledAt: atOf(settledAt), buyerEmail, paymentRef: paymentRef ?? null };
      return { ...common, ...paid, ...deliveryColumns(delivery) };
    }
    case 'lost': {
      const { lostAt, reason, buyerEmail, money } = progress;
      const lost = { lostAt: atOf(lostAt), lossReason: reason, buyerEmail: buyerEmail ?? null };
      return { ...common, ...lost, ...moneyColumns(money) };
    }
    case 'abandoned':
      return { ...common, abandonedAt: atOf(progress.abandonedAt) };
    case 'lapsed':
      return { ...common, lapsedAt: atOf(progress.lapsedAt), buyerEmail: progress.buyerEmail };
  }
};

const termsColumns = (terms: TermsAcceptance | undefined) => ({
  termsVersion: terms?.version ?? null,
  termsTextHash: terms?.textHash ?? null,
  termsAcceptedAt: atIf(terms?.acceptedAt),
  termsAddress: terms?.address ?? null,
  termsUserAgent: terms?.userAgent ?? null,
});

/** A purchase as its row's columns, all but the version, which the store counts. */
export const purchaseColumns = (purchase: Purchase) => ({
  id: purchase.id,
  saleNumber: purchase.saleNumber,
  leadId: purchase.leadId,
  lineItem: purchase.lineItem,
  listPrice: purchase.listPrice,
  price: purchase.price,
  couponCode: purchase.couponCode ?? null,
  visitorHash: purchase.visitorHash,
  userId: purchase.userId ?? null,
  ...termsColumns(purchase.terms),
  openedAt: atOf(purchase.openedAt),
  checkoutRef: purchase.checkout?.ref ?? null,
  checkoutClosesAt: atIf(purchase.checkout?.closesAt),
  checkAt: atOf(purchase.check.at),
  checkCount: purchase.check.count,
  ...progressColumns(purchase.progress),
});

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

const progressOf = (row: PurchaseRow): PurchaseProgress => {
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
      return {
        state: 'settled',
        wonAt: instantOf(row.wonAt),
        settledAt: instantOf(row.settledAt),
        buyerEmail: known(row.buyerEmail),
        paymentRef: someOf(row.paymentRef),
        delivery: deliveryOf(row),
      };
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
      return { state: 'lapsed', lapsedAt: instantOf(row.lapsedAt), buyerEmail: known(row.buyerEmail) };
  }
};

const termsOf = (row: PurchaseRow): TermsAcceptance | undefined =>
  row.termsVersion === null
    ? undefined
    : {
        version: row.termsVersion,
        textHash: known(row.termsTextHash),
        acceptedAt: instantOf(row.termsAcceptedAt),
        address: known(row.termsAddress),
        userAgent: known(row.termsUserAgent),
      };

/** The purchase that a row holds. */
export const purchaseOf = (row: PurchaseRow): Purchase => ({
  id: row.id,
  saleNumber: row.saleNumber,
  leadId: row.leadId,
  lineItem: row.lineItem,
  listPrice: row.listPrice,
  price: row.price,
  couponCode: someOf(row.couponCode),
  visitorHash: row.visitorHash,
  userId: someOf(row.userId),
  terms: termsOf(row),
  openedAt: instantOf(row.openedAt),
  checkout: row.checkoutRef === null ? undefined : { ref: row.checkoutRef, closesAt: instantOf(row.checkoutClosesAt) },
  check: { at: instantOf(row.checkAt), count: row.checkCount },
  progress: progressOf(row),
});
