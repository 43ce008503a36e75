import { firstCheck } from '#domain/check.ts';
import type { Instant } from '#domain/instant.ts';
import { lineItemOf } from '#domain/purchase.ts';
import type { Purchase, TermsAcceptance } from '#domain/purchase.ts';
import { termsText } from '#domain/terms.ts';
import type { Secrets } from './ports/secrets.ts';
import type { Priced } from './price-lead.ts';

/** What is stored of the visitor who buys. */
type Visitor = {
  readonly termsVersion: string | undefined;
  readonly buyer: { readonly id: string } | undefined;
  readonly visitorHash: string;
  readonly clientAddress: string;
  readonly userAgent: string;
};

const acceptanceOf = (
  { termsVersion, clientAddress, userAgent }: Visitor,
  secrets: Pick<Secrets, 'hash'>,
  now: Instant,
): TermsAcceptance | undefined =>
  termsVersion === undefined
    ? undefined
    : { version: termsVersion, textHash: secrets.hash(termsText()), acceptedAt: now, clientAddress, userAgent };

/** A purchase that begins now: open, without a checkout. */
export const newPurchase = (
  visitor: Visitor,
  { lead, price, couponCode }: Extract<Priced, { readonly is: 'priced' }>,
  secrets: Pick<Secrets, 'hash' | 'saleNumber'>,
  { id, now }: { readonly id: string; readonly now: Instant },
): Purchase => ({
  id,
  saleNumber: secrets.saleNumber(),
  leadId: lead.id,
  lineItem: lineItemOf(lead.place),
  listPrice: lead.price,
  price,
  couponCode,
  visitorHash: visitor.visitorHash,
  userId: visitor.buyer?.id,
  terms: acceptanceOf(visitor, secrets, now),
  openedAt: now,
  checkout: undefined,
  check: firstCheck(now),
  progress: { state: 'open' },
});
