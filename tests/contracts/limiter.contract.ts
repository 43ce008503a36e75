import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Limiter, Limits } from '#application/ports/limiter.ts';

/** Several processes that count together, with the limits that are asked for. */
export type LimitersUnderTest = {
  readonly views: (limits: Limits) => readonly Limiter[];
  readonly close: () => Promise<void>;
};

export const limiterContract = (name: string, make: () => Promise<LimitersUnderTest>): void => {
  describe(`limiter: ${name}`, () => {
    let under: LimitersUnderTest;
    let keys = 0;
    const freshKey = (): string => `203.0.113.${(keys += 1)}`;

    const limiterOf = (tries: number, seconds: number): Limiter => {
      const [limiter] = under.views({ coupon: { tries, seconds } });
      if (limiter === undefined) throw new Error('there is nothing to test');
      return limiter;
    };

    beforeAll(async () => {
      under = await make();
    });

    afterAll(() => under.close());

    test('so many tries are allowed, and the next one is told when to come again', async () => {
      const limiter = limiterOf(3, 600);
      const key = freshKey();
      for (let tries = 0; tries < 3; tries += 1) expect(await limiter.take('coupon', key)).toEqual({ allowed: true });
      const refused = await limiter.take('coupon', key);
      const seconds = refused.allowed ? 0 : refused.retryAfterSeconds;
      expect(seconds).toBeGreaterThan(500);
      expect(seconds).toBeLessThanOrEqual(600);
    });

    test('each address has its own count', async () => {
      const limiter = limiterOf(1, 600);
      expect(await limiter.take('coupon', freshKey())).toEqual({ allowed: true });
      expect(await limiter.take('coupon', freshKey())).toEqual({ allowed: true });
    });

    test('after its window an address is counted anew', async () => {
      const limiter = limiterOf(1, 1);
      const key = freshKey();
      await limiter.take('coupon', key);
      expect(await limiter.take('coupon', key)).toEqual({ allowed: false, retryAfterSeconds: 1 });
      await wait(1_100);
      expect(await limiter.take('coupon', key)).toEqual({ allowed: true });
    });

    test('tries at the same moment, in all processes, are all counted', async () => {
      const views = under.views({ coupon: { tries: 10, seconds: 600 } });
      const key = freshKey();
      const answers = await Promise.all(
        views.flatMap((limiter) => Array.from({ length: 15 }, () => limiter.take('coupon', key))),
      );
      expect(answers.filter(({ allowed }) => allowed)).toHaveLength(10);
    });

    test('the addresses of one IPv6 subscriber count as one', async () => {
      const limiter = limiterOf(1, 600);
      await limiter.take('coupon', '2001:db8:0:7::1');
      expect(await limiter.take('coupon', '2001:db8:0:7:ffff::2')).toMatchObject({ allowed: false });
      expect(await limiter.take('coupon', '2001:db8:0:8::1')).toEqual({ allowed: true });
    });
  });
};
