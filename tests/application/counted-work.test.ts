import { describe, expect, it } from 'vitest';

import { memoryLimiter } from '#adapters/rate-limiter/memory-limiter.ts';
import { countedWork } from '#application/counted-work.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { Limiter } from '#application/ports/limiter.ts';

const COUNTED = [
  ['email-change', 'dana'],
  ['email-change-to', 'new@example.com'],
] as const;

const limiter = (): Limiter =>
  memoryLimiter({
    ...DEFAULT_LIMITS,
    'email-change': { tries: 2, seconds: 60 },
    'email-change-to': { tries: 1, seconds: 60 },
  });

const done = async (): Promise<string> => 'done';

const REFUSED = { is: 'too-often', retryAfterSeconds: expect.any(Number) as unknown };

describe('work that is counted', () => {
  it('is done as often as every limit allows it, and no more', async () => {
    const counting = limiter();
    const once = () => countedWork(counting, COUNTED, done);
    expect([await once(), await once()]).toEqual(['done', REFUSED]);
  });

  it('counts for no other limit when one refuses it', async () => {
    const counting = limiter();
    const ask = (key: string) =>
      countedWork(
        counting,
        [
          ['email-change', 'dana'],
          ['email-change-to', key],
        ],
        done,
      );
    const answers = [];
    for (const key of ['a', 'a', 'a', 'b', 'c']) answers.push(await ask(key));
    expect(answers).toEqual(['done', REFUSED, REFUSED, 'done', REFUSED]);
  });

  it('counts for nothing when it fails, before that is heard', async () => {
    const counting = limiter();
    const given: string[] = [];
    const slow: Limiter = {
      ...counting,
      giveBack: async (limit, key) => {
        await new Promise(setImmediate);
        await counting.giveBack(limit, key);
        given.push(limit);
      },
    };
    const fail = () => Promise.reject(new Error('the store is away'));
    for (let time = 0; time < 5; time += 1) {
      await expect(countedWork(slow, COUNTED, fail)).rejects.toThrow('the store is away');
      expect(given.splice(0)).toEqual(['email-change', 'email-change-to']);
    }
  });
});
