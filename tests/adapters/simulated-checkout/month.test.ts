import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { dayOf, monthAfter } from '#adapters/simulated-checkout/month.ts';
import { DAY } from '#domain/instant.ts';
import { anInstant } from '#tests/support/arbitrary.ts';
import { holds } from '#tests/support/property.ts';

describe('a month after', () => {
  it.each([
    ['2026-11-23T15:04:05.678Z', 23, '2026-12-23T15:04:05.678Z'],
    ['2026-12-31T23:59:59.999Z', 31, '2027-01-31T23:59:59.999Z'],
    ['2027-01-31T00:00:00.000Z', 31, '2027-02-28T00:00:00.000Z'],
    ['2027-02-28T00:00:00.000Z', 31, '2027-03-31T00:00:00.000Z'],
    ['2028-01-30T08:00:00.000Z', 30, '2028-02-29T08:00:00.000Z'],
    ['2028-02-29T08:00:00.000Z', 29, '2028-03-29T08:00:00.000Z'],
    ['2027-03-31T12:00:00.000Z', 31, '2027-04-30T12:00:00.000Z'],
    ['2027-02-28T12:00:00.000Z', 28, '2027-03-28T12:00:00.000Z'],
    ['1969-12-31T18:00:00.000Z', 31, '1970-01-31T18:00:00.000Z'],
    ['1969-11-30T18:00:00.000Z', 31, '1969-12-31T18:00:00.000Z'],
  ])('%s, kept on day %i, is %s', (from, day, to) => {
    expect(new Date(monthAfter(Date.parse(from), day)).toISOString()).toBe(to);
  });

  it('never skips a month, keeps the time of day, and never drifts from its day', () =>
    holds(
      fc.property(anInstant(), fc.integer({ min: 1, max: 120 }), (start, months) => {
        const day = dayOf(start);
        let instant = start;
        for (let count = 0; count < months; count += 1) instant = monthAfter(instant, day);
        const [from, to] = [new Date(start), new Date(instant)];
        const monthsApart = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
        expect(monthsApart).toBe(months);
        expect(instant % DAY).toBe(start % DAY);
        const isLastDay = dayOf(instant + DAY) === 1;
        expect(to.getUTCDate() === day || (isLastDay && to.getUTCDate() < day)).toBe(true);
      }),
    ));
});
