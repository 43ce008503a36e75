import type { Coupon } from '#domain/coupon.ts';

/** A coupon without limits that takes 10 % off. */
export const someCoupon = (changes: Partial<Coupon> = {}): Coupon => ({
  code: 'WELCOME10',
  discount: { kind: 'percent', basisPoints: 1_000 },
  startsAt: undefined,
  endsAt: undefined,
  uses: 0,
  maxUses: undefined,
  smallestPrice: undefined,
  active: true,
  ...changes,
});
