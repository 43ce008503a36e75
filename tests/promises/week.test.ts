import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { mondaysOf } from './mondays.ts';
import { prove, reach, sabotaged, seedsFor } from './promise.ts';
import { onceAWeek, sevenDays } from './sabotage/timers.ts';
import type { Timer } from './sabotage/timers.ts';
import { serverStore } from './server-store.ts';
import { FIRST, WEEKS, years } from './week-years.ts';

const WEEK = 7 * 24 * 3_600_000;

describe('the weekly refresh', () => {
  test('has a year with a week 53, both changes of the clock and a leap day before it', () => {
    const dates = mondaysOf(FIRST, FIRST + WEEKS * WEEK).map((monday) => new Date(monday).toISOString().slice(0, 10));
    expect(dates).toHaveLength(WEEKS + 1);
    expect(dates).toEqual(expect.arrayContaining(['2026-12-28', '2027-03-15', '2027-11-08', '2028-03-06']));
  });

  test('moves each lead once, at its instant, over years with absences and deaths', async () => {
    await prove('I9', { what: 'Mondays' }, years(seedsFor(reach(2, 100)), { weeks: WEEKS, every: 12 }));
  });

  describe('on the real PostgreSQL', () => {
    let server: Awaited<ReturnType<typeof serverStore>>;
    beforeAll(async () => void (server = await serverStore()));
    afterAll(() => server.close());

    test('moves each lead once there', async () => {
      await prove('I9', { what: 'Mondays on PostgreSQL' }, async (tally) => {
        for (const seed of seedsFor(reach(1, 10))) {
          await server.empty();
          await years([seed], { weeks: reach(16, WEEKS), storeWith: server.storeWith, every: 40 })(tally);
        }
      });
    });
  });

  test.each<readonly [string, (started: number) => Timer]>([
    ['a timer rings seven days after it rang last', (started) => sevenDays(started)],
    ['the memory of a process says that the week is done', () => onceAWeek()],
  ])('is noticed when %s', async (how, timerOf) => {
    await sabotaged(
      'I9',
      { how, sign: /is (listed|vaulted|expired).*, not / },
      years(seedsFor(3), { weeks: WEEKS, every: 12 }, timerOf),
    );
  });
});
