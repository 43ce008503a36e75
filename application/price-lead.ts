import { couponCode, couponMessage, priceWithCoupon } from '#domain/coupon.ts';
import type { Instant } from '#domain/instant.ts';
import { goneBecause, isOffered } from '#domain/lead.ts';
import type { Gone, LeadOffer } from '#domain/lead.ts';
import { boughtText, lossText } from '#domain/loss.ts';
import type { Cents } from '#domain/money.ts';
import { ownSale } from './own-sale.ts';
import type { PaymentProfile } from './ports/payment-profile.ts';
import type { Coupons, Purchases } from './ports/shop-repositories.ts';

/** Who asks what a lead costs now, with the coupon that was typed, if any. */
export type PriceRequest = {
  readonly codeTyped: string;
  /** Hash of the asking browser's visitor cookie; `undefined` without one. */
  readonly visitorHash: string | undefined;
  /** The user who is signed in there, as far as it was looked up. */
  readonly buyer: { readonly id: string } | undefined;
};

export type Priced =
  | {
      readonly is: 'priced';
      readonly lead: LeadOffer;
      readonly price: Cents;
      readonly couponCode: string | undefined;
      /** Nothing is to be paid, and no hosted page asks for an address: the shop has to. */
      readonly emailNeeded: boolean;
    }
  | { readonly is: 'coupon-refused' | Gone; readonly lead: LeadOffer; readonly message: string }
  | { readonly is: 'lead-unknown' };

type PriceContext = {
  readonly now: Instant;
  readonly shelfCycles: number;
  /** The payment provider's. */
  readonly profile: Pick<PaymentProfile, 'smallestCharge' | 'hostsFreeCheckout'>;
};

/** Whether a coupon code was typed; spaces alone are none. */
export const hasCode = (codeTyped: string): boolean => codeTyped.trim() !== '';

type Needs = {
  readonly coupons: Pick<Coupons, 'find'>;
  readonly purchases: Pick<Purchases, 'find'>;
};

/** What the buyer of a sold lead reads, who may have lost the way back from the payment page; `undefined` for anybody else. */
const ownText = async (
  repositories: Pick<Needs, 'purchases'>,
  lead: LeadOffer,
  { visitorHash, buyer }: PriceRequest,
): Promise<string | undefined> => {
  const sale = await ownSale(repositories, lead, { visitorHash, userId: buyer?.id });
  return sale && boughtText(sale.progress, 'never-taken');
};

/** The one place where lead and coupon become a price, for the dialog and for the purchase. Changes nothing. `lead`: as it was found or recalled. */
export const priceLead = async (
  repositories: Needs,
  lead: LeadOffer | undefined,
  request: PriceRequest,
  { now, shelfCycles, profile: { smallestCharge, hostsFreeCheckout } }: PriceContext,
): Promise<Priced> => {
  if (lead === undefined) return { is: 'lead-unknown' };
  if (!isOffered(lead, now, shelfCycles)) {
    const gone = goneBecause(lead);
    const message = (await ownText(repositories, lead, request)) ?? lossText(gone, 'never-taken');
    return { is: gone, lead, message };
  }
  const priced = (price: Cents, code: string | undefined): Priced => ({
    is: 'priced',
    lead,
    price,
    couponCode: code,
    emailNeeded: price === 0 && !hostsFreeCheckout,
  });
  const { codeTyped } = request;
  if (!hasCode(codeTyped)) return priced(lead.price, undefined);
  const code = couponCode(codeTyped);
  const coupon = code === undefined ? undefined : await repositories.coupons.find(code);
  const answer = priceWithCoupon(coupon, lead.price, { now, smallestCharge });
  return answer.valid
    ? priced(answer.discountedPrice, code)
    : { is: 'coupon-refused', lead, message: couponMessage(answer) };
};
