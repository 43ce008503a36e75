import { describe, expect, it } from 'vitest';

import { stopper } from '#config/stop.ts';

const steps = (changes: Partial<Parameters<typeof stopper>[0]> = {}) => {
  const done: string[] = [];
  return {
    done,
    leave: () => void done.push('leave'),
    rest: async () => void done.push('rest'),
    drain: async () => {
      done.push('drain');
      return true;
    },
    close: async () => void done.push('close'),
    ...changes,
  };
};

describe('a stop', () => {
  it('says first that no more requests should come, and closes the database last', async () => {
    const parts = steps();
    expect(await stopper(parts, 0)()).toBe(true);
    expect([parts.done[0], parts.done.at(-1)]).toEqual(['leave', 'close']);
    expect(parts.done.toSorted()).toEqual(['close', 'drain', 'leave', 'rest']);
  });

  it('happens once, however often it is asked for', async () => {
    const parts = steps();
    const stop = stopper(parts, 0);
    expect(await Promise.all([stop(), stop(), stop()])).toEqual([true, true, true]);
    expect(parts.done).toHaveLength(4);
  });

  it('keeps answering for the delay that is asked for, while no more jobs are taken', async () => {
    const parts = steps();
    const stopped = stopper(parts, 0.2)();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(parts.done).toEqual(['leave', 'rest']);
    await stopped;
    expect(parts.done).toEqual(['leave', 'rest', 'drain', 'close']);
  });

  it('tells that not everything was answered', async () => {
    expect(await stopper(steps({ drain: async () => false }), 0)()).toBe(false);
  });

  it('leaves a database that lets no connection end, and has stopped all the same', async () => {
    const parts = steps({ close: () => new Promise(() => {}) });
    expect(await stopper(parts, 0, 100)()).toBe(true);
    expect(parts.done.toSorted()).toEqual(['drain', 'leave', 'rest']);
  });

  it('fails when the database cannot be closed', async () => {
    const parts = steps({ close: () => Promise.reject(new Error('away')) });
    await expect(stopper(parts, 0)()).rejects.toThrow('away');
  });

  it('answers what was asked and closes the database also where jobs cannot be put back, and then fails', async () => {
    const parts = steps({ rest: () => Promise.reject(new Error('away')) });
    await expect(stopper(parts, 0)()).rejects.toThrow('away');
    expect(parts.done).toEqual(['leave', 'drain', 'close']);
  });
});
