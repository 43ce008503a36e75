import { describe, expect, it } from 'vitest';

import { firstCheck } from '#domain/check.ts';
import { DAY, HOUR } from '#domain/instant.ts';
import { priceText } from '#domain/money.ts';
import { membershipOf } from '#domain/membership.ts';
import {
  MONTHLY_PRICE,
  RENEWAL_GRACE,
  boughtNothing,
  goesOn,
  isPaidUp,
  newSubscription,
} from '#domain/subscription.ts';
import { NOW, aSubscription, live } from './subscription.ts';

const PAID_THROUGH = NOW + 30 * DAY;
const of = (...progress: Parameters<typeof aSubscription>[0][]) => progress.map((one) => aSubscription(one));
const at = (instant: number, ...progress: Parameters<typeof aSubscription>[0][]) =>
  membershipOf(of(...progress), instant, RENEWAL_GRACE);

type Ended = Extract<Parameters<typeof aSubscription>[0], { readonly state: 'ended' }>;

const ended = (changes: Partial<Ended> = {}): Ended => ({
  state: 'ended',
  ref: 's',
  payerRef: 'p',
  since: NOW,
  endedAt: NOW,
  paidThrough: PAID_THROUGH,
  lateRefund: undefined,
  ...changes,
});

describe('the subscription', () => {
  it('costs $39 a month', () => {
    expect(priceText(MONTHLY_PRICE)).toBe('$39.00');
  });

  it('gives an account without one no access', () => {
    expect(at(NOW)).toEqual({ is: 'none' });
    expect(at(NOW, { state: 'open' }, { state: 'abandoned', abandonedAt: NOW })).toEqual({ is: 'none' });
  });

  it('that is live gives access, and says when the next month is paid', () => {
    expect(at(NOW, live())).toEqual({
      is: 'member',
      since: NOW,
      accessUntil: PAID_THROUGH + RENEWAL_GRACE,
      renewsAt: PAID_THROUGH,
      isOverdue: false,
      canBeKept: false,
    });
  });

  it.each([
    ['more than a second before', live({ since: NOW - 1_001 }), true],
    [
      'in the second before, which is the same to a provider that tells whole ones',
      live({ since: NOW - 1_000 }),
      false,
    ],
    ['later', live({ since: NOW + 1 }), false],
    ['not yet', { state: 'open' } as const, false],
  ])('goes on with a run that began before its page was opened: %s', (_when, progress, does) => {
    expect(goesOn(aSubscription(progress))).toBe(does);
  });

  it('that will not be renewed gives access to the end of the paid month and not an instant longer', () => {
    const ending = live({ endsAt: PAID_THROUGH });
    expect(at(PAID_THROUGH - 1, ending)).toMatchObject({
      is: 'member',
      accessUntil: PAID_THROUGH,
      renewsAt: undefined,
      isOverdue: false,
      canBeKept: true,
    });
    expect(at(PAID_THROUGH, ending)).toEqual({ is: 'none' });
  });

  it('that ends before the paid month is over, as it may be told to at the provider, gives access to the end of that month', () => {
    const endsAt = PAID_THROUGH - 10 * DAY;
    const ended = { ...live(), state: 'ended', endedAt: endsAt, lateRefund: undefined } as const;
    for (const progress of [live({ endsAt }), ended])
      expect(at(endsAt, progress)).toMatchObject({ is: 'member', accessUntil: PAID_THROUGH, renewsAt: undefined });
  });

  it('whose renewal failed gives access for 3 more days', () => {
    expect(RENEWAL_GRACE).toBe(3 * DAY);
    const overdue = live({ isOverdue: true });
    expect(at(PAID_THROUGH + 3 * DAY - 1, overdue)).toMatchObject({
      is: 'member',
      accessUntil: PAID_THROUGH + 3 * DAY,
      renewsAt: undefined,
      isOverdue: true,
      canBeKept: false,
    });
    expect(at(PAID_THROUGH, live({ isOverdue: true, endsAt: PAID_THROUGH + DAY }))).toMatchObject({ canBeKept: false });
    expect(at(PAID_THROUGH + 3 * DAY, overdue)).toEqual({ is: 'none' });
  });

  it('whose renewal we have not heard of gives access for those days too: nobody is locked out by a late notification', () => {
    expect(at(PAID_THROUGH + HOUR, live())).toMatchObject({ is: 'member' });
    expect(at(PAID_THROUGH + RENEWAL_GRACE, live())).toEqual({ is: 'none' });
  });

  it('honours the paid month when the provider has ended it at once', () => {
    expect(at(PAID_THROUGH - 1, ended())).toEqual({
      is: 'member',
      since: NOW,
      accessUntil: PAID_THROUGH,
      renewsAt: undefined,
      isOverdue: false,
      canBeKept: false,
    });
    expect(at(PAID_THROUGH, ended())).toEqual({ is: 'none' });
  });

  it('that is one too many gives no access of its own', () => {
    const unwanted = { state: 'unwanted', ref: 's', payerRef: 'p', since: NOW, paidThrough: PAID_THROUGH } as const;
    expect(at(NOW, { ...unwanted, givesBack: true })).toEqual({ is: 'none' });
    expect(at(NOW, { ...unwanted, givesBack: false })).toEqual({ is: 'none' });
  });

  it.each([
    ['live', live(), true],
    ['about to end', live({ endsAt: PAID_THROUGH }), true],
    ['live, its renewal not heard of yet', live({ paidThrough: NOW }), true],
    ['overdue', live({ isOverdue: true }), false],
    ['ended with paid time left', ended({ paidThrough: NOW + 1 }), true],
    ['ended with its paid time', ended({ paidThrough: NOW }), false],
    ['abandoned', { state: 'abandoned', abandonedAt: NOW } as const, false],
  ])('is paid up, so that another one would pay for the same time twice: %s', (_what, progress, is) => {
    expect(isPaidUp(aSubscription(progress), NOW)).toBe(is);
  });

  it('begins open and unpaid, without a page', () => {
    const begun = newSubscription('id', 'account', NOW);
    expect(begun).toMatchObject({ openedAt: NOW, checkout: undefined, revision: 0, progress: { state: 'open' } });
    expect(begun.check).toEqual(firstCheck(NOW));
    expect(isPaidUp(begun, NOW)).toBe(false);
  });

  it.each([
    ['has ended at the instant at which it had begun', { paidThrough: NOW }, true],
    ['has ended after time that was paid', { paidThrough: NOW + 1 }, false],
  ])('bought nothing only where no time of it is paid: %s', (_how, paid, isNothing) => {
    const begun = { ref: 's', payerRef: 'p', since: NOW, ...paid };
    expect(boughtNothing(aSubscription(ended(paid)))).toBe(isNothing);
    expect(boughtNothing(aSubscription({ state: 'unwanted', ...begun, givesBack: true }))).toBe(false);
  });

  it('that lasts longest counts', () => {
    const earlier = live({ ref: 'earlier', paidThrough: NOW + DAY, since: NOW - DAY });
    expect(at(NOW, earlier, live())).toMatchObject({ since: NOW });
    expect(at(NOW, live(), earlier)).toMatchObject({ since: NOW });
  });
});
