import type { Instant } from './instant.ts';
import { withoutInvisible } from './invisible.ts';
import { LARGEST_AMOUNT, priceText } from './money.ts';
import type { Cents } from './money.ts';

/** One basis point is a hundredth of a percent: 10 % is 1,000. */
export type Discount =
  | { readonly kind: 'percent'; readonly basisPoints: number }
  | { readonly kind: 'amount'; readonly cents: Cents };

export type Coupon = {
  readonly code: string;
  readonly discount: Discount;
  readonly startsAt: Instant | undefined;
  /** The first instant at which it is no longer valid. */
  readonly endsAt: Instant | undefined;
  readonly uses: number;
  readonly maxUses: number | undefined;
  readonly smallestPrice: Cents | undefined;
  readonly active: boolean;
};

export type CouponRefusal =
  | { readonly reason: 'invalid' }
  | { readonly reason: 'used-up' }
  | { readonly reason: 'price-too-low'; readonly smallestPrice: Cents }
  | { readonly reason: 'rest-too-small'; readonly rest: Cents; readonly smallestCharge: Cents };

/** The time, and the smallest amount that the payment provider can take. */
type PriceContext = { readonly now: Instant; readonly smallestCharge: Cents };

/** What a coupon does to a price. */
export type CouponOutcome =
  | { readonly valid: true; readonly discountedPrice: Cents }
  | ({ readonly valid: false } & CouponRefusal);

/**
 * The code as it is stored: trimmed, without invisible characters, upper case, 1–40 of A–Z 0–9 - _; `undefined` if the text cannot be a
 * code.
 */
export const couponCode = (text: string): string | undefined => {
  const code = withoutInvisible(text).trim();
  // Checked before it is upper-cased: `ß` would become `SS`.
  return /^[A-Za-z0-9_-]{1,40}$/.test(code) ? code.toUpperCase() : undefined;
};

const isWhole = (value: number, smallest: number, largest: number): boolean =>
  Number.isSafeInteger(value) && value >= smallest && value <= largest;

/** The highest limit that a coupon's uses may have. */
export const MOST_USES = 1_000_000;

/** Whether the uses of a coupon may be limited to so many. */
export const isUseLimit = (uses: number): boolean => isWhole(uses, 1, MOST_USES);

/** Whether this may be the lowest price of a lead that a coupon is for. */
export const isSmallestPrice = (price: Cents): boolean => isWhole(price, 0, LARGEST_AMOUNT);

/** Whether a coupon may give this discount: it takes something off, and no more than all, or than the largest amount. */
export const isDiscount = (discount: Discount): boolean => {
  switch (discount.kind) {
    case 'percent':
      return isWhole(discount.basisPoints, 1, 10_000);
    case 'amount':
      return isWhole(discount.cents, 1, LARGEST_AMOUNT);
  }
};

/** `10 %`, `$5.00`. */
export const discountText = (discount: Discount): string => {
  switch (discount.kind) {
    case 'percent':
      return `${discount.basisPoints / 100} %`;
    case 'amount':
      return priceText(discount.cents);
  }
};

const uncappedDiscount = (discount: Discount, price: Cents): Cents => {
  switch (discount.kind) {
    case 'percent':
      // `price × basis points` stays a whole number, so the half that decides the rounding is exact.
      return Math.floor((price * discount.basisPoints + 5_000) / 10_000);
    case 'amount':
      return discount.cents;
  }
};

/** What the coupon takes off a price: never more than the price, halves of a cent rounded up. */
export const discountOf = ({ discount }: Coupon, price: Cents): Cents =>
  Math.min(price, uncappedDiscount(discount, price));

const isUsedUp = ({ uses, maxUses }: Coupon): boolean => maxUses !== undefined && uses >= maxUses;

/** What keeps a coupon from being used, beginning with what lasts; `active`: nothing does. */
export type CouponState = 'stopped' | 'ended' | 'scheduled' | 'used-up' | 'active';

export const couponState = (coupon: Coupon, now: Instant): CouponState => {
  if (!coupon.active) return 'stopped';
  if (coupon.endsAt !== undefined && coupon.endsAt <= now) return 'ended';
  if (coupon.startsAt !== undefined && now < coupon.startsAt) return 'scheduled';
  return isUsedUp(coupon) ? 'used-up' : 'active';
};

/**
 * The price after the coupon, or why it is refused. What remains to pay must be nothing, or at least `smallestCharge`. An unknown,
 * stopped, early or expired coupon is one and the same refusal, which reveals no codes.
 */
export const priceWithCoupon = (
  coupon: Coupon | undefined,
  price: Cents,
  { now, smallestCharge }: PriceContext,
): CouponOutcome => {
  const state = coupon && couponState(coupon, now);
  if (coupon === undefined || state === 'stopped' || state === 'ended' || state === 'scheduled')
    return { valid: false, reason: 'invalid' };
  if (state === 'used-up') return { valid: false, reason: 'used-up' };
  if (coupon.smallestPrice !== undefined && price < coupon.smallestPrice)
    return { valid: false, reason: 'price-too-low', smallestPrice: coupon.smallestPrice };
  const rest = price - discountOf(coupon, price);
  if (rest > 0 && rest < smallestCharge) return { valid: false, reason: 'rest-too-small', rest, smallestCharge };
  return { valid: true, discountedPrice: rest };
};

/** The coupon with one more use counted; `undefined` when its last use is gone. */
export const takeUse = (coupon: Coupon): Coupon | undefined =>
  isUsedUp(coupon) ? undefined : { ...coupon, uses: coupon.uses + 1 };

/** The coupon with one use given back, when the purchase that took it came to nothing. */
export const giveBackUse = (coupon: Coupon): Coupon => ({ ...coupon, uses: Math.max(0, coupon.uses - 1) });

/** The coupon once it is stopped, which it stays; `undefined` when it was stopped before. */
export const stop = (coupon: Coupon): Coupon | undefined => (coupon.active ? { ...coupon, active: false } : undefined);

/** What the buyer reads when a coupon is refused. */
export const couponMessage = (refusal: CouponRefusal): string => {
  switch (refusal.reason) {
    case 'invalid':
      return 'Coupon is invalid or has expired.';
    case 'used-up':
      return 'This coupon has been used up.';
    case 'price-too-low':
      return `This coupon is for leads of ${priceText(refusal.smallestPrice)} or more.`;
    case 'rest-too-small':
      return `This coupon would leave ${priceText(refusal.rest)} to pay, less than the smallest card payment of ${priceText(refusal.smallestCharge)}.`;
  }
};
