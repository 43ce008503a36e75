import { expect, test } from 'vitest';

import { hasTicked } from '#adapters/memory/cron.ts';

// 2026-11-23 is a Monday.
test.for([
  ['* * * * *', '2026-11-23T14:59:59Z', '2026-11-23T15:00:00Z', true],
  ['* * * * *', '2026-11-23T15:00:00Z', '2026-11-23T15:00:59Z', false],
  ['0 15 * * 1', '2026-11-23T14:00:00Z', '2026-11-23T15:00:30Z', true],
  ['0 15 * * 1', '2026-11-23T15:00:00Z', '2026-11-29T23:59:00Z', false],
  ['0 15 * * 1', '2026-11-01T00:00:00Z', '2026-11-29T23:59:00Z', true],
  ['*/10 * * * *', '2026-11-23T15:01:00Z', '2026-11-23T15:09:00Z', false],
  ['*/10 * * * *', '2026-11-23T15:01:00Z', '2026-11-23T15:10:00Z', true],
  ['5,35 9-17 * * *', '2026-11-23T17:06:00Z', '2026-11-23T18:06:00Z', true],
  ['5,35 9-17 * * *', '2026-11-23T17:36:00Z', '2026-11-24T09:04:00Z', false],
  ['0 0 1 * *', '2026-11-23T00:00:00Z', '2026-12-01T00:00:00Z', true],
  ['0 0 1 * 2', '2026-11-23T00:00:00Z', '2026-11-24T00:00:00Z', true],
] as const)('%s between %s and %s ticks: %s', ([cron, after, until, expected]) => {
  expect(hasTicked(cron, Date.parse(after), Date.parse(until))).toBe(expected);
});

test.for(['', '* * * *', '* * * * * *', 'a * * * *', '1- * * * *'])('%j is not a cron line', (cron) => {
  expect(() => hasTicked(cron, 0, 60_000)).toThrow(Error);
});
