import { RateLimiterMemory } from 'rate-limiter-flexible';

import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { Limiter, Limits } from '#application/ports/limiter.ts';
import { count, countedKey, countersOf } from './counting.ts';

/** Counts in this process only. */
export const memoryLimiter = (limits: Limits = DEFAULT_LIMITS): Limiter => {
  const counters = countersOf(limits, (counting) => new RateLimiterMemory(counting));
  const giveBack: Limiter['giveBack'] = async (limit, key) => {
    const counted = countedKey(key);
    const { consumedPoints } = await counters[limit].reward(counted);
    // There was none to give back: nobody gets one on top.
    if (consumedPoints < 0) await counters[limit].penalty(counted);
  };
  return {
    take: async (limit, key) => {
      const [counter, counted] = [counters[limit], countedKey(key)];
      const answer = await count(counter, counted, () => counter.delete(counted));
      // The library counts also what it refuses.
      if (!answer.allowed) await giveBack(limit, key);
      return answer;
    },
    giveBack,
    forget: async (limit, key) => void (await counters[limit].delete(countedKey(key))),
  };
};
