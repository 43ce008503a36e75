import { setTimeout as wait } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { restWhileBusy } from '#adapters/argon2/rest-while-busy.ts';
import { semaphore } from '#adapters/argon2/semaphore.ts';
import { PasswordsBusy } from '#application/ports/passwords.ts';

/** Work that ends when it is told to, and says how many ran at the same time. */
const workshop = () => {
  const begun: number[] = [];
  const ends = new Map<number, PromiseWithResolvers<number>>();
  const work = (place: number) => (): Promise<number> => {
    const end = Promise.withResolvers<number>();
    ends.set(place, end);
    begun.push(place);
    return end.promise;
  };
  return { begun, work, ends };
};

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a semaphore', () => {
  test('so many run at once, and the others in the order in which they came', async () => {
    const { begun, work, ends } = workshop();
    const whenFree = semaphore({ atOnce: 2, waiting: 3 });
    const all = [0, 1, 2, 3, 4].map((place) => whenFree(work(place)));
    await settled();
    expect(begun).toEqual([0, 1]);
    ends.get(1)?.resolve(1);
    await settled();
    expect(begun).toEqual([0, 1, 2]);
    ends.get(2)?.reject(new Error('broken'));
    await expect(all[2]).rejects.toThrow('broken');
    await settled();
    expect(begun).toEqual([0, 1, 2, 3]);
    ends.get(0)?.resolve(0);
    ends.get(3)?.resolve(3);
    await settled();
    ends.get(4)?.resolve(4);
    expect(await Promise.all([all[0], all[1], all[3], all[4]])).toEqual([0, 1, 3, 4]);
  });

  test('one more than may wait is refused, until somebody is done', async () => {
    const { begun, work, ends } = workshop();
    const whenFree = semaphore({ atOnce: 1, waiting: 1 });
    const first = whenFree(work(0));
    const second = whenFree(work(1));
    await expect(whenFree(work(2))).rejects.toBeInstanceOf(PasswordsBusy);
    ends.get(0)?.resolve(0);
    await first;
    const fourth = whenFree(work(3));
    await expect(whenFree(work(4))).rejects.toBeInstanceOf(PasswordsBusy);
    await settled();
    ends.get(1)?.resolve(1);
    await second;
    await settled();
    ends.get(3)?.resolve(3);
    await fourth;
    expect(begun).toEqual([0, 1, 3]);
  });

  test('nobody slips in before those who wait', async () => {
    const { begun, work, ends } = workshop();
    const whenFree = semaphore({ atOnce: 1, waiting: 2 });
    const first = whenFree(work(0));
    const second = whenFree(work(1));
    ends.get(0)?.resolve(0);
    const third = first.then(() => whenFree(work(2)));
    await settled();
    expect(begun).toEqual([0, 1]);
    ends.get(1)?.resolve(1);
    await second;
    await settled();
    ends.get(2)?.resolve(2);
    await third;
  });
});

describe('a slot that rests', () => {
  test('is given to the next one only after that, while the answer does not wait for it', async () => {
    const { begun, work, ends } = workshop();
    const whenFree = semaphore({ atOnce: 1, waiting: 1, rest: () => () => 50 });
    const first = whenFree(work(0));
    const second = whenFree(work(1));
    ends.get(0)?.resolve(0);
    expect(await first).toBe(0);
    await expect(whenFree(work(2))).rejects.toBeInstanceOf(PasswordsBusy);
    await settled();
    expect(begun).toEqual([0]);
    await expect.poll(() => begun).toEqual([0, 1]);
    ends.get(1)?.resolve(1);
    expect(await second).toBe(1);
  });

  test('rests as long as it has worked while the event loop was busy', () => {
    const began = performance.now();
    const restOf = restWhileBusy();
    while (performance.now() - began < 40);
    const rest = restOf();
    expect(rest).toBeGreaterThanOrEqual(39);
    expect(rest).toBeLessThanOrEqual(performance.now() - began);
  });

  test('does not rest after work during which the event loop had little to do', async () => {
    const restAfterWait = async (): Promise<number> => {
      const restOf = restWhileBusy();
      await wait(40);
      return restOf();
    };
    // What ran before may have left something to do.
    await expect.poll(restAfterWait).toBe(0);
  });
});
