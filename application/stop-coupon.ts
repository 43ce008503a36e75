import { couponCode, stop } from '#domain/coupon.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = { readonly atomically: Atomically; readonly clock: Clock; readonly secrets: Pick<Secrets, 'id'> };

export type StopCouponRequest = {
  readonly code: string;
  /** The operator. */
  readonly who: string;
};

export type StopCouponOutcome =
  | { readonly is: 'unknown' }
  | { readonly is: 'stopped' | 'already'; readonly code: string };

/**
 * Ends a coupon: buyers read that it is invalid or has expired. A buyer who opened a checkout with it before may still pay the price
 * that was shown.
 */
export const stopCoupon =
  ({ atomically, clock, secrets }: Needs) =>
  async ({ code: typed, who }: StopCouponRequest): Promise<StopCouponOutcome> => {
    const code = couponCode(typed);
    if (code === undefined) return { is: 'unknown' };
    return atomically(async ({ coupons, audit }): Promise<StopCouponOutcome> => {
      const coupon = await coupons.findForUpdate(code);
      if (coupon === undefined) return { is: 'unknown' };
      const stopped = stop(coupon);
      if (stopped === undefined) return { is: 'already', code };
      await coupons.save(stopped);
      const entry = { id: secrets.id(), at: clock(), who, action: 'coupon-stop' } as const;
      await audit.add({ ...entry, subject: code, note: `used ${coupon.uses} times` });
      return { is: 'stopped', code };
    });
  };
