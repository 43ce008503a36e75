import { setImmediate as endOfTurn } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { readTogether } from '#adapters/http/answers/read-together.ts';

describe('readings together', () => {
  it('make one of all that ask for the same in one turn', async () => {
    const together = readTogether<number>();
    let reads = 0;
    const read = () => Promise.resolve((reads += 1));
    const answers = await Promise.all([together('a', read), together('a', read), together('b', read)]);
    expect([answers, reads]).toEqual([[1, 1, 2], 2]);
  });

  it('never answer by what was read before somebody asked', async () => {
    const together = readTogether<string>();
    let state = 'offered';
    const { promise: isSlow, resolve: goOn } = Promise.withResolvers<void>();
    const early = together('list', async () => {
      const seen = state;
      await isSlow;
      return seen;
    });
    await endOfTurn();
    state = 'sold';
    const late = together('list', () => Promise.resolve(state));
    goOn();
    expect(await Promise.all([early, late])).toEqual(['offered', 'sold']);
  });

  it('fail for all of them alike, and begin anew for the next', async () => {
    const together = readTogether<string>();
    const broken = () => Promise.reject(new Error('broken'));
    const outcomes = await Promise.allSettled([together('a', broken), together('a', broken)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await together('a', () => Promise.resolve('whole'))).toBe('whole');
  });
});
