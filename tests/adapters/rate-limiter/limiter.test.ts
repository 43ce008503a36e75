import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { databaseLimiter } from '#adapters/rate-limiter/database-limiter.ts';
import { memoryLimiter } from '#adapters/rate-limiter/memory-limiter.ts';
import { StoreUnavailable } from '#application/ports/atomically.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { Limits } from '#application/ports/limiter.ts';
import { HOUR, MINUTE } from '#domain/instant.ts';
import { limiterContract } from '#tests/contracts/limiter.contract.ts';
import { migratedPglite } from '#tests/support/databases.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

const limiterOn =
  (limits: Limits) =>
  ({ query }: Database) =>
    databaseLimiter({ query, limits, secret: 'shared', log: memoryLog() });

limiterContract('memory', async () => ({ views: (limits) => [memoryLimiter(limits)], close: async () => {} }));

limiterContract('PGlite', async () => {
  const database = await migratedPglite();
  return { views: (limits) => [limiterOn(limits)(database)], close: database.close };
});

limiterContract('PostgreSQL', async () => {
  const { url, drop } = await freshDatabase();
  const databases = await Promise.all([openPostgres({ url }), openPostgres({ url })]);
  await Promise.all(databases.map(migrate));
  return {
    views: (limits) => databases.map(limiterOn(limits)),
    close: async () => {
      await Promise.all(databases.map((database) => database.close()));
      await drop();
    },
  };
});

describe('the limiter in a database', () => {
  let database: Database;

  beforeAll(async () => {
    database = await migratedPglite();
  });

  afterAll(() => database.close());

  test('stores no address, neither of a subscriber nor of an account', async () => {
    const limiter = databaseLimiter({ query: database.query, secret: 'shared', log: memoryLog() });
    await limiter.take('coupon', '203.0.113.77');
    await limiter.take('login-account', 'ann@example.com 203.0.113.77');
    const rows = await database.query<{ key: string }>('select key from rate_limit order by key');
    expect(rows).toHaveLength(2);
    expect(rows[0]?.key).toMatch(/^coupon:[\w-]{43}$/);
    expect(rows[1]?.key).toMatch(/^login-account:[\w-]{43}$/);
  });

  test('stores what cannot be told from a list of all addresses, without the secret', async () => {
    const take = (secret: string) =>
      databaseLimiter({ query: database.query, secret, log: memoryLog() }).take('coupon', '203.0.113.78');
    await take('one');
    await take('other');
    expect(await database.query('select key from rate_limit')).toHaveLength(4);
  });

  test.each(['list', 'vault'] as const)(
    'counts the pages of lists in memory: to read (%s) costs the database no write',
    async (list) => {
      const limits = { ...DEFAULT_LIMITS, [list]: { tries: 2, seconds: 60 } };
      const query = () => Promise.reject(new Error('the database was asked'));
      const limiter = databaseLimiter({ query, limits, secret: 'shared', log: memoryLog() });
      for (let tries = 0; tries < 2; tries += 1)
        expect(await limiter.take(list, '203.0.113.80')).toEqual({ allowed: true });
      expect(await limiter.take(list, '203.0.113.80')).toMatchObject({ allowed: false });
      await limiter.giveBack(list, '203.0.113.80');
      await limiter.forget(list, '203.0.113.80');
      expect(await limiter.take(list, '203.0.113.80')).toEqual({ allowed: true });
    },
  );

  test('deletes what has expired an hour ago every five minutes, for all limits at once', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    try {
      const now = Date.now();
      await database.query(`insert into rate_limit (key, expire) values ('contact:old', $1), ('contact:new', $2)`, [
        now - HOUR,
        now,
      ]);
      const statements: string[] = [];
      const asked = vi.fn<Database['query']>((...statement) => {
        statements.push(JSON.stringify(statement[0]));
        return database.query(...statement);
      });
      databaseLimiter({ query: asked, secret: 'shared', log: memoryLog() });
      await vi.advanceTimersByTimeAsync(5 * MINUTE);
      expect(statements).toEqual([expect.stringMatching(/DELETE FROM/)]);
      await asked.mock.results[0]?.value;
      const keys = await database.query<{ key: string }>(`select key from rate_limit where key like 'contact:%'`);
      expect(keys).toEqual([{ key: 'contact:new' }]);
      await vi.advanceTimersByTimeAsync(5 * MINUTE);
      expect(statements).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('names each of its statements, so that a connection plans it once', async () => {
    const names: unknown[] = [];
    const query: Database['query'] = async (statement) => {
      names.push(typeof statement === 'string' ? undefined : statement.name);
      return [{ points: 1, expire: Date.now() }] as never[];
    };
    const limiter = databaseLimiter({ query, secret: 'shared', log: memoryLog() });
    await limiter.take('coupon', '203.0.113.82');
    await limiter.giveBack('coupon', '203.0.113.82');
    await limiter.forget('coupon', '203.0.113.82');
    expect(names).toEqual([expect.stringMatching(/upsert/), 'give a try back', expect.stringMatching(/delete/)]);
  });

  test('tells nobody to come again at once, even if the window has ended while the answer was on its way', async () => {
    const query = async () => [{ points: DEFAULT_LIMITS.coupon.tries + 1, expire: Date.now() }];
    const limiter = databaseLimiter({ query, secret: 'shared', log: memoryLog() });
    expect(await limiter.take('coupon', '203.0.113.81')).toEqual({ allowed: false, retryAfterSeconds: 1 });
  });

  test('lets everybody through when its table fails, and says so', async () => {
    const log = memoryLog();
    const error = new Error('out of reach');
    const limiter = databaseLimiter({
      query: () => Promise.reject(error),
      secret: 'shared',
      log,
      limits: { ...DEFAULT_LIMITS, coupon: { tries: 1, seconds: 600 } },
    });
    for (let tries = 0; tries < 3; tries += 1)
      expect(await limiter.take('coupon', '203.0.113.79')).toEqual({ allowed: true });
    await limiter.giveBack('coupon', '203.0.113.79');
    await limiter.forget('coupon', '203.0.113.79');
    expect(log.lines).toEqual(Array.from({ length: 5 }, () => ({ level: 'warn', event: 'tries not counted', error })));
  });

  test('says only once in ten seconds that the store is away: a sign-in alone counts six tries', async () => {
    vi.useFakeTimers();
    try {
      const log = memoryLog();
      const error = new StoreUnavailable('out of reach');
      const limiter = databaseLimiter({ query: () => Promise.reject(error), secret: 'shared', log });
      for (const wait of [0, 0, 9_999, 1]) {
        await vi.advanceTimersByTimeAsync(wait);
        expect(await limiter.take('coupon', '203.0.113.79')).toEqual({ allowed: true });
      }
      const line = { level: 'warn', event: 'tries not counted', error };
      expect(log.lines).toEqual([line, line]);
    } finally {
      vi.useRealTimers();
    }
  });
});
