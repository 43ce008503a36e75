import { couponCode, discountText, isDiscount, isSmallestPrice, isUseLimit } from '#domain/coupon.ts';
import type { Coupon, Discount } from '#domain/coupon.ts';
import type { Instant } from '#domain/instant.ts';
import type { Cents } from '#domain/money.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = { readonly atomically: Atomically; readonly clock: Clock; readonly secrets: Pick<Secrets, 'id'> };

export type CreateCouponRequest = {
  /** As it was typed: it is stored trimmed and in upper case. */
  readonly code: string;
  readonly discount: Discount;
  readonly startsAt: Instant | undefined;
  /** The first instant at which it is no longer valid. */
  readonly endsAt: Instant | undefined;
  readonly maxUses: number | undefined;
  readonly smallestPrice: Cents | undefined;
  /** The operator. */
  readonly who: string;
};

export type CreateCouponOutcome =
  | { readonly is: 'created'; readonly coupon: Coupon }
  | { readonly is: 'bad-code' | 'bad-discount' | 'bad-uses' | 'bad-price' | 'ends-before-start' | 'ends-in-the-past' }
  | { readonly is: 'exists'; readonly code: string };

type Problem = Exclude<CreateCouponOutcome, { readonly is: 'created' | 'exists' }>['is'];

const problemOf = (wish: CreateCouponRequest, now: Instant): Problem | undefined => {
  const { discount, startsAt, endsAt, maxUses, smallestPrice } = wish;
  if (!isDiscount(discount)) return 'bad-discount';
  if (maxUses !== undefined && !isUseLimit(maxUses)) return 'bad-uses';
  if (smallestPrice !== undefined && !isSmallestPrice(smallestPrice)) return 'bad-price';
  if (endsAt !== undefined && endsAt <= (startsAt ?? now))
    return startsAt === undefined ? 'ends-in-the-past' : 'ends-before-start';
  return endsAt !== undefined && endsAt <= now ? 'ends-in-the-past' : undefined;
};

/** Makes a coupon that buyers can use. A code is never used again, not even that of a stopped coupon. */
export const createCoupon =
  ({ atomically, clock, secrets }: Needs) =>
  async (wish: CreateCouponRequest): Promise<CreateCouponOutcome> => {
    const code = couponCode(wish.code);
    if (code === undefined) return { is: 'bad-code' };
    const problem = problemOf(wish, clock());
    if (problem !== undefined) return { is: problem };
    const { discount, startsAt, endsAt, maxUses, smallestPrice, who } = wish;
    const coupon: Coupon = { code, discount, startsAt, endsAt, uses: 0, maxUses, smallestPrice, active: true };
    return atomically(async ({ coupons, audit }): Promise<CreateCouponOutcome> => {
      if ((await coupons.find(code)) !== undefined) return { is: 'exists', code };
      await coupons.add(coupon);
      const entry = { id: secrets.id(), at: clock(), who, action: 'coupon-create' } as const;
      await audit.add({ ...entry, subject: code, note: `${discountText(discount)} off` });
      return { is: 'created', coupon };
    });
  };
