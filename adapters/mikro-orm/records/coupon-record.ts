import { defineEntity, p } from '@mikro-orm/core';
import type { InferEntity } from '@mikro-orm/core';

import type { Discount } from '#domain/coupon.ts';
import { LARGEST_AMOUNT } from '#domain/money.ts';

export const CouponRecord = defineEntity({
  name: 'CouponRecord',
  tableName: 'coupon',
  properties: {
    code: p.text().primary(),
    version: p.integer().version(),
    discount: p.text().$type<Discount['kind']>(),
    discountValue: p.integer(),
    startsAt: p.datetime(3).strictNullable(),
    endsAt: p.datetime(3).strictNullable(),
    uses: p.integer(),
    maxUses: p.integer().strictNullable(),
    smallestPrice: p.integer().strictNullable(),
    active: p.boolean(),
  },
  checks: [
    { name: 'coupon_uses', expression: 'uses >= 0 and uses <= coalesce(max_uses, uses)' },
    {
      name: 'coupon_discount',
      expression: `case discount when 'percent' then discount_value >= 0 and discount_value <= 10000
        when 'amount' then discount_value >= 0 and discount_value <= ${LARGEST_AMOUNT} else false end`,
    },
    { name: 'coupon_smallest_price', expression: `smallest_price >= 0 and smallest_price <= ${LARGEST_AMOUNT}` },
  ],
});

export type CouponRow = InferEntity<typeof CouponRecord>;
