import type { Purchase, TermsAcceptance } from '#domain/purchase.ts';
import { atIf, atOf, instantOf, known, someOf } from './column.ts';
import { progressColumns, purchaseProgressOf } from './purchase-progress.ts';
import type { PurchaseRow } from './purchase-record.ts';

const termsColumns = (terms: TermsAcceptance | undefined) => ({
  termsVersion: terms?.version ?? null,
  termsTextHash: terms?.textHash ?? null,
  termsAcceptedAt: atIf(terms?.acceptedAt),
  termsAddress: terms?.clientAddress ?? null,
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

const termsOf = (row: PurchaseRow): TermsAcceptance | undefined =>
  row.termsVersion === null
    ? undefined
    : {
        version: row.termsVersion,
        textHash: known(row.termsTextHash),
        acceptedAt: instantOf(row.termsAcceptedAt),
        clientAddress: known(row.termsAddress),
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
  progress: purchaseProgressOf(row),
});
