import type { Coupon, Discount } from '#domain/coupon.ts';
import { atIf, instantIf, someOf } from './column.ts';
import type { CouponRow } from './coupon-record.ts';

/** The value of a discount is basis points or cents, as its kind says. */
const valueOf = (discount: Discount): number => {
  switch (discount.kind) {
    case 'percent':
      return discount.basisPoints;
    case 'amount':
      return discount.cents;
  }
};

const discountOf = (kind: Discount['kind'], value: number): Discount => {
  switch (kind) {
    case 'percent':
      return { kind, basisPoints: value };
    case 'amount':
      return { kind, cents: value };
  }
};

/** A coupon as its row's columns. */
export const couponColumns = (coupon: Coupon) => ({
  code: coupon.code,
  discount: coupon.discount.kind,
  discountValue: valueOf(coupon.discount),
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
  discount: discountOf(row.discount, row.discountValue),
  startsAt: instantIf(row.startsAt),
  endsAt: instantIf(row.endsAt),
  uses: row.uses,
  maxUses: someOf(row.maxUses),
  smallestPrice: someOf(row.smallestPrice),
  active: row.active,
});
