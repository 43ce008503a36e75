import { expect, test } from 'vitest';

import { memoryClock } from '#adapters/memory/clock.ts';
import { systemClock } from '#adapters/system/clock.ts';

test('the clock in memory stands still until it is set or stepped', () => {
  const clock = memoryClock(1_000);
  expect([clock(), clock()]).toEqual([1_000, 1_000]);
  clock.step(500);
  expect(clock()).toBe(1_500);
  clock.set(7);
  expect(clock()).toBe(7);
});

test('the clock of the system tells whole milliseconds since 1970', () => {
  const before = Date.now();
  const now = systemClock();
  expect(Number.isInteger(now)).toBe(true);
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});
