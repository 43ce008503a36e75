import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { DAY, HOUR, WEEK } from '#domain/instant.ts';
import { nextWeekStart, weekStart } from '#domain/week.ts';
import { anInstant } from '#tests/support/arbitrary.ts';
import { holds } from '#tests/support/property.ts';

const iso = (instant: number): string => new Date(instant).toISOString();
const monday = (day: string): number => Date.parse(`${day}T15:00:00.000Z`);

describe('the week', () => {
  it('begins on Monday at 15:00 UTC', async () => {
    expect(iso(weekStart(Date.parse('2026-11-26T09:00:00Z')))).toBe('2026-11-23T15:00:00.000Z');
    await holds(
      fc.property(anInstant(), (now) => {
        const start = weekStart(now);
        return (
          new Date(start).getUTCDay() === 1 &&
          iso(start).endsWith('T15:00:00.000Z') &&
          start <= now &&
          now < start + WEEK
        );
      }),
    );
  });

  it('changes at the very millisecond', () => {
    const start = monday('2026-11-23');
    expect(weekStart(start - 1)).toBe(monday('2026-11-16'));
    expect(weekStart(start)).toBe(start);
    expect(nextWeekStart(start - 1)).toBe(start);
    expect(nextWeekStart(start)).toBe(start + WEEK);
  });

  it.each([
    ['the end of a year of 53 weeks', '2027-01-01T00:00:00Z', '2026-12-28', '2027-01-04'],
    ['a leap day', '2028-02-29T23:59:59Z', '2028-02-28', '2028-03-06'],
    ['the night the clocks of New York go forward', '2026-03-08T07:30:00Z', '2026-03-02', '2026-03-09'],
    ['the night the clocks of New York go back', '2026-11-01T06:30:00Z', '2026-10-26', '2026-11-02'],
    ['the Monday after the clocks went forward', '2026-03-09T14:59:59Z', '2026-03-02', '2026-03-09'],
    ['a time before 1970', '1969-12-31T00:00:00Z', '1969-12-29', '1970-01-05'],
  ])('is the same 168 hours over %s', (_, now, start, next) => {
    expect(weekStart(Date.parse(now))).toBe(monday(start));
    expect(nextWeekStart(Date.parse(now))).toBe(monday(next));
  });

  it('comes sixty times in sixty weeks, each once, whoever looks and when', () => {
    const first = monday('2026-06-01');
    const seen = new Set(Array.from({ length: 60 * 7 * 4 }, (_, quarter) => weekStart(first + quarter * 6 * HOUR)));
    expect([...seen]).toEqual(Array.from({ length: 60 }, (_, week) => first + week * 7 * DAY));
  });
});
