import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { LimitName, Limiter, Limits } from '#application/ports/limiter.ts';
import { DAY, MINUTE, SECOND } from '#domain/instant.ts';

/** Several processes that count together, with the given limits. */
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
      const [limiter] = under.views({ ...DEFAULT_LIMITS, coupon: { tries, seconds } });
      if (limiter === undefined) throw new Error('there is nothing to test');
      return limiter;
    };

    beforeAll(async () => {
      under = await make();
    });

    afterEach(() => vi.useRealTimers());
    afterAll(() => under.close());

    test('so many tries are allowed, and the next one is told when to come again', async () => {
      const limiter = limiterOf(3, 600);
      const key = freshKey();
      const begun = Date.now();
      for (let tries = 0; tries < 3; tries += 1) expect(await limiter.take('coupon', key)).toEqual({ allowed: true });
      const refused = await limiter.take('coupon', key);
      const seconds = refused.allowed ? 0 : refused.retryAfterSeconds;
      // Never too early: the window began with the first try.
      expect(Date.now() + seconds * 1_000).toBeGreaterThanOrEqual(begun + 600_000);
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

    test('a window ends when its first try says, whatever else is tried in it: neither what is allowed nor what is refused prolongs it', async () => {
      const limiter = limiterOf(2, 600);
      const key = freshKey();
      // The clock stands wherever it is set: no machine is too slow for that.
      const begun = Date.now();
      vi.useFakeTimers({ toFake: ['Date'], now: begun });
      expect(await limiter.take('coupon', key)).toEqual({ allowed: true });
      vi.setSystemTime(begun + 400 * SECOND);
      expect(await limiter.take('coupon', key)).toEqual({ allowed: true });
      expect(await limiter.take('coupon', key)).toEqual({ allowed: false, retryAfterSeconds: 200 });
      expect(await limiter.take('coupon', key)).toEqual({ allowed: false, retryAfterSeconds: 200 });
      vi.setSystemTime(begun + 601 * SECOND);
      expect(await limiter.take('coupon', key)).toEqual({ allowed: true });
    });

    test('tries at the same moment, in all processes, are all counted', async () => {
      const views = under.views({ ...DEFAULT_LIMITS, coupon: { tries: 10, seconds: 600 } });
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

    test('an account at the addresses of one IPv6 subscriber counts as one, at any other place as another', async () => {
      const limiter = limiterOf(1, 600);
      await limiter.take('coupon', 'ann@example.com 2001:db8:0:9::1');
      expect(await limiter.take('coupon', 'ann@example.com 2001:db8:0:9:ffff::2')).toMatchObject({ allowed: false });
      expect(await limiter.take('coupon', 'ann@example.com 2001:db8:0:10::1')).toEqual({ allowed: true });
      expect(await limiter.take('coupon', 'bob@example.com 2001:db8:0:9::1')).toEqual({ allowed: true });
    });

    test('each limit has its own count, and its own number of tries', async () => {
      const names = Object.keys(DEFAULT_LIMITS) as readonly LimitName[];
      const limits = Object.fromEntries(names.map((name, place) => [name, { tries: place + 1, seconds: 600 }]));
      const [limiter] = under.views(limits as Limits);
      const key = freshKey();
      for (const [place, name] of names.entries()) {
        for (let tries = 0; tries <= place; tries += 1)
          expect(await limiter?.take(name, key)).toEqual({ allowed: true });
        expect(await limiter?.take(name, key)).toMatchObject({ allowed: false });
      }
    });

    test('a try that is given back can be made again, in all processes', async () => {
      const views = under.views({ ...DEFAULT_LIMITS, coupon: { tries: 2, seconds: 600 } });
      const [one, other] = [views[0], views.at(-1)];
      const key = freshKey();
      await one?.take('coupon', key);
      await one?.take('coupon', key);
      await other?.giveBack('coupon', key);
      expect(await one?.take('coupon', key)).toEqual({ allowed: true });
      expect(await other?.take('coupon', key)).toMatchObject({ allowed: false });
    });

    test('a try that is refused does not count: what is given back can be made again, however many were refused', async () => {
      const views = under.views({ ...DEFAULT_LIMITS, coupon: { tries: 3, seconds: 600 } });
      const [one, other] = [views[0], views.at(-1)];
      const key = freshKey();
      const allowed = async (times: number): Promise<number> => {
        const answers = await Promise.all(
          views.slice(0, 1).flatMap((limiter) => Array.from({ length: times }, () => limiter.take('coupon', key))),
        );
        return answers.filter(({ allowed }) => allowed).length;
      };
      expect(await allowed(20)).toBe(3);
      await Promise.all([one?.giveBack('coupon', key), other?.giveBack('coupon', key)]);
      expect(await allowed(20)).toBe(2);
    });

    test('a window that a clock began that was ahead ends when it is set right, and lasts while clocks are a little apart', async () => {
      const limiter = limiterOf(1, 600);
      const real = Date.now();
      vi.useFakeTimers({ toFake: ['Date'], now: real + 2 * MINUTE });
      const [key, other] = [freshKey(), freshKey()];
      await limiter.take('coupon', key);
      vi.setSystemTime(real + 30 * SECOND);
      await limiter.take('coupon', other);
      vi.setSystemTime(real);
      expect(await limiter.take('coupon', other)).toMatchObject({ allowed: false });
      expect(await limiter.take('coupon', key)).toEqual({ allowed: true });
      expect(await limiter.take('coupon', key)).toEqual({ allowed: false, retryAfterSeconds: 600 });
    });

    test('tries at the same moment, in all processes, are all counted also when a clock that was ahead has been set right', async () => {
      const views = under.views({ ...DEFAULT_LIMITS, coupon: { tries: 10, seconds: 600 } });
      const key = freshKey();
      const takeAtOnce = (times: number) =>
        Promise.all(views.flatMap((limiter) => Array.from({ length: times }, () => limiter.take('coupon', key))));
      const real = Date.now();
      vi.useFakeTimers({ toFake: ['Date'], now: real + DAY });
      await takeAtOnce(11);
      vi.setSystemTime(real);
      const answers = await takeAtOnce(50);
      expect(answers.filter(({ allowed }) => allowed)).toHaveLength(10);
    });

    test('nobody gains a try by giving back what was never taken', async () => {
      const limiter = limiterOf(2, 600);
      const key = freshKey();
      await Promise.all([limiter.giveBack('coupon', key), limiter.giveBack('coupon', key)]);
      await limiter.take('coupon', key);
      await Promise.all(Array.from({ length: 5 }, () => limiter.giveBack('coupon', key)));
      for (let tries = 0; tries < 2; tries += 1) expect(await limiter.take('coupon', key)).toEqual({ allowed: true });
      expect(await limiter.take('coupon', key)).toMatchObject({ allowed: false });
    });

    test('nobody gains a try by giving back after the window', async () => {
      const limiter = limiterOf(1, 1);
      const key = freshKey();
      await limiter.take('coupon', key);
      await wait(1_100);
      await limiter.giveBack('coupon', key);
      expect(await limiter.take('coupon', key)).toEqual({ allowed: true });
      expect(await limiter.take('coupon', key)).toMatchObject({ allowed: false });
    });

    test('what is given back leaves the window, the other limits and the other addresses as they are', async () => {
      const limiter = limiterOf(1, 600);
      const [key, other] = [freshKey(), freshKey()];
      for (const each of [key, other]) await limiter.take('coupon', each);
      for (let tries = 0; tries < DEFAULT_LIMITS.contact.tries; tries += 1) await limiter.take('contact', key);
      await limiter.giveBack('coupon', key);
      expect(await limiter.take('contact', key)).toMatchObject({ allowed: false });
      expect(await limiter.take('coupon', other)).toMatchObject({ allowed: false });
      await limiter.take('coupon', key);
      const refused = await limiter.take('coupon', key);
      expect(refused.allowed ? 0 : refused.retryAfterSeconds).toBeGreaterThan(500);
    });

    test('after all tries are forgotten an address is counted anew, in all processes, and no other is', async () => {
      const views = under.views({ ...DEFAULT_LIMITS, coupon: { tries: 1, seconds: 600 } });
      const [one, other] = [views[0], views.at(-1)];
      const [key, neighbour] = [freshKey(), freshKey()];
      for (const each of [key, key, key, neighbour]) await one?.take('coupon', each);
      await other?.forget('coupon', key);
      await other?.forget('coupon', freshKey());
      expect(await one?.take('coupon', key)).toEqual({ allowed: true });
      expect(await other?.take('coupon', key)).toMatchObject({ allowed: false });
      expect(await one?.take('coupon', neighbour)).toMatchObject({ allowed: false });
    });

    test('what is forgotten of one limit stays counted in the others', async () => {
      const one = { tries: 1, seconds: 600 };
      const [limiter] = under.views({ ...DEFAULT_LIMITS, coupon: one, contact: one });
      const key = freshKey();
      for (const limit of ['coupon', 'contact'] as const) await limiter?.take(limit, key);
      await limiter?.forget('coupon', key);
      expect(await limiter?.take('contact', key)).toMatchObject({ allowed: false });
      expect(await limiter?.take('coupon', key)).toEqual({ allowed: true });
    });

    test('the addresses of one IPv6 subscriber are given back and forgotten as one', async () => {
      const limiter = limiterOf(1, 600);
      await limiter.take('coupon', '2001:db8:0:11::1');
      await limiter.giveBack('coupon', '2001:db8:0:11::2');
      expect(await limiter.take('coupon', '2001:db8:0:11::3')).toEqual({ allowed: true });
      await limiter.forget('coupon', '2001:db8:0:11::4');
      expect(await limiter.take('coupon', '2001:db8:0:11::5')).toEqual({ allowed: true });
    });
  });
};
