import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { steadyClock } from '#adapters/pg-boss/steady-clock.ts';
import { HOUR, MINUTE, SECOND } from '#domain/instant.ts';

// The process's own time runs on meanwhile, as it does beside a machine's clock that is set.
describe("the queue's clock", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** How far `now` is from an instant, in whole minutes. */
  const minutesFrom = (instant: number, now: number): number => Math.round((now - instant) / MINUTE);

  it('is at the right time as soon as a machine that slept for hours is awake', () => {
    const clock = steadyClock();
    const before = clock.now();
    for (const hours of [3, 11]) {
      vi.setSystemTime(before + hours * HOUR);
      expect(minutesFrom(before, clock.now())).toBe(hours * 60);
    }
  });

  it('is not set back with that of the machine, and runs on', async () => {
    const clock = steadyClock();
    const before = clock.now();
    vi.setSystemTime(before + 2 * HOUR);
    const ahead = clock.now();
    vi.setSystemTime(before);
    await expect.poll(() => clock.now()).toBeGreaterThan(ahead + 20);
    expect(clock.now()).toBeLessThan(ahead + 30 * SECOND);
  });

  it('tells the time of the machine on which it begins', () => {
    vi.useRealTimers();
    expect(minutesFrom(Date.now(), steadyClock().now())).toBe(0);
  });
});
