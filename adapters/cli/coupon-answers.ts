import { match } from 'ts-pattern';

import type { CreateCouponOutcome } from '#application/create-coupon.ts';
import type { StopCouponOutcome } from '#application/stop-coupon.ts';
import { figures } from '#domain/count.ts';
import { MOST_USES, couponState, discountText } from '#domain/coupon.ts';
import type { Coupon, CouponState } from '#domain/coupon.ts';
import type { Instant } from '#domain/instant.ts';
import { LARGEST_AMOUNT, dollarsOf, priceText } from '#domain/money.ts';
import { done, refused } from './answer.ts';
import type { OperatorAnswer, Table } from './answer.ts';
import { isoTime, time } from './words.ts';

const MOST = priceText(LARGEST_AMOUNT);

const couponJson = (coupon: Coupon, now: Instant) => {
  const { code, discount, startsAt, endsAt, uses, maxUses, smallestPrice, active } = coupon;
  return {
    code,
    discount: match(discount)
      .with({ kind: 'percent' }, ({ basisPoints }) => ({ percent: basisPoints / 100 }))
      .with({ kind: 'amount' }, ({ cents }) => ({ amount: dollarsOf(cents) }))
      .exhaustive(),
    startsAt: isoTime(startsAt),
    endsAt: isoTime(endsAt),
    uses,
    maxUses: maxUses ?? null,
    smallestPrice: smallestPrice === undefined ? null : dollarsOf(smallestPrice),
    stopped: !active,
    state: couponState(coupon, now),
  };
};

const HEAD = ['Code', 'Discount', 'From', 'Until', 'Used', 'Smallest price', 'State'];

const STATES: Readonly<Record<CouponState, string>> = {
  stopped: 'stopped',
  ended: 'ended',
  scheduled: 'scheduled',
  'used-up': 'used up',
  active: 'active',
};

const couponRow = (coupon: Coupon, now: Instant): string[] => {
  const { code, discount, startsAt, endsAt, uses, maxUses, smallestPrice } = coupon;
  return [
    code,
    discountText(discount),
    time(startsAt),
    time(endsAt),
    maxUses === undefined ? `${uses}` : `${uses} of ${maxUses}`,
    smallestPrice === undefined ? '–' : priceText(smallestPrice),
    STATES[couponState(coupon, now)],
  ];
};

const tableOf = (coupons: readonly Coupon[], now: Instant): Table => ({
  head: HEAD,
  rows: coupons.map((coupon) => couponRow(coupon, now)),
});

export const couponList = (coupons: readonly Coupon[], now: Instant): OperatorAnswer =>
  coupons.length === 0
    ? done({ coupons: [] }, ['There are no coupons.'])
    : done({ coupons: coupons.map((coupon) => couponJson(coupon, now)) }, [], tableOf(coupons, now));

export const couponCreated = (outcome: CreateCouponOutcome, now: Instant): OperatorAnswer =>
  match(outcome)
    .with({ is: 'created' }, ({ coupon }) => {
      const from = couponState(coupon, now) === 'scheduled' ? ` from ${time(coupon.startsAt)} on` : '';
      const line = `The coupon ${coupon.code} can be used${from}.`;
      return done({ coupon: couponJson(coupon, now) }, [line], tableOf([coupon], now));
    })
    .with({ is: 'exists' }, ({ is, code }) =>
      refused(is, `There is a coupon ${code} already, and a code is never used twice.`),
    )
    .with({ is: 'bad-code' }, ({ is }) => refused(is, 'A code has 1 to 40 letters, digits, dashes and underscores.'))
    .with({ is: 'bad-discount' }, ({ is }) =>
      refused(is, `The discount is a percentage from 0.01 to 100, or an amount from $0.01 to ${MOST}.`),
    )
    .with({ is: 'bad-uses' }, ({ is }) => refused(is, `The uses are a whole number from 1 to ${figures(MOST_USES)}.`))
    .with({ is: 'bad-price' }, ({ is }) => refused(is, `The smallest price is from $0.00 to ${MOST}.`))
    .with({ is: 'ends-before-start' }, ({ is }) => refused(is, 'The coupon would end before it begins.'))
    .with({ is: 'ends-in-the-past' }, ({ is }) => refused(is, 'The coupon would have ended already.'))
    .exhaustive();

export const couponStopped = (outcome: StopCouponOutcome): OperatorAnswer =>
  match(outcome)
    .with({ is: 'stopped' }, ({ code }) => done({ code, stopped: true }, [`The coupon ${code} is stopped.`]))
    .with({ is: 'already' }, ({ code }) => done({ code, stopped: true }, [`The coupon ${code} was stopped before.`]))
    .with({ is: 'unknown' }, ({ is }) =>
      refused(is, 'There is no such coupon. Those there are: npm run leads -- coupon list'),
    )
    .exhaustive();
