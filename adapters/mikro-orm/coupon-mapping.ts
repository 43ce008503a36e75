import type { Coupon } from '#domain/coupon.ts';
import { atIf, instantIf, someOf } from './column.ts';
import type { CouponRow } from './coupon-record.ts';

/** A coupon as its row's columns. The value of a discount is basis points or cents, as its kind says. */
export const couponColumns = (coupon: Coupon) => ({
  code: coupon.code,
  discount: coupon.discount.kind,
  discountValue: coupon.discount.kind === 'percent' ? coupon.discount.basisPoints : coupon.discount.cents,
  startsAt: atIf(coupon.startsAt),
  endsAt: atIf(coupon.endsAt),
  uses: coupon.uses,
  maxUses: coupon.maxUses ?? null,
  smallestPrice: coupon.smallestPrice ?? null,
  active: coupon.active,
});

/** The coupon that a row holds. */
export const couponOf = (row: CouponRow): Coupon => ({
  code: row.code,
  discount:
    row.discount === 'percent'
      ? { kind: 'percent', basisPoints: row.discountValue }
      : { kind: 'amount', cents: row.discountValue },
  startsAt: instantIf(row.startsAt),
  endsAt: instantIf(row.endsAt),
  uses: row.uses,
  maxUses: someOf(row.maxUses),
  smallestPrice: someOf(row.smallestPrice),
  active: row.active,
});
