import { createHmac } from 'node:crypto';
import { RateLimiterPostgres } from 'rate-limiter-flexible';

import { outageLog } from '#application/outage-log.ts';
import { StoreUnavailable } from '#application/ports/atomically.ts';
import { COUNTED_PER_PROCESS, DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { LimitName, Limiter, Limits } from '#application/ports/limiter.ts';
import type { Log } from '#application/ports/log.ts';
import { count, countedKey, countersOf } from './counting.ts';
import { memoryLimiter } from './memory-limiter.ts';

/** By its name each connection parses and plans it once. */
type Statement = { readonly name: string; readonly text: string };

/** Runs one statement on its own. */
type Query = (statement: Statement, parameters: readonly unknown[]) => Promise<readonly unknown[]>;

/** What the library asks of a driver. Only its statement that makes the table has no name. */
type DriverQuery = Statement & { readonly values: readonly unknown[] };

/** Not by the library, which would begin a window for it, and count below nothing. It also counts what it refuses, beyond the limit. */
const GIVE_BACK = {
  name: 'give a try back',
  text: 'update rate_limit set points = least(points, $2::int) - 1 where key = $1 and points > 0',
};

/** Not by the library, which would also end a window that another process has just begun anew. */
const END_BEYOND = {
  name: 'end a window that lasts too long',
  text: 'delete from rate_limit where key = $1 and expire > $2',
};

/** The limits share a table, so the counter of one of them deletes for all what has expired. */
const DELETES_EXPIRED: LimitName = 'coupon';

/** Counts in the table `rate_limit`, one statement for each try, for all processes together; what is counted per process, in memory. */
export const databaseLimiter = ({
  query,
  secret,
  log,
  limits = DEFAULT_LIMITS,
}: {
  readonly query: Query;
  /** The same in all processes. Whoever has only the table cannot tell which addresses were counted. */
  readonly secret: string;
  readonly log: Log;
  readonly limits?: Limits;
}): Limiter => {
  const storeClient = {
    query: async ({ name, text, values }: DriverQuery) => ({ rows: await query({ name, text }, values) }),
  };
  const counters = countersOf(
    limits,
    (counting) =>
      new RateLimiterPostgres({
        ...counting,
        storeClient,
        storeType: 'client',
        tableName: 'rate_limit',
        tableCreated: true,
        clearExpiredByTimeout: counting.keyPrefix === DELETES_EXPIRED,
      }),
  );
  const hidden = (key: string): string => createHmac('sha256', secret).update(countedKey(key)).digest('base64url');
  const warnOfOutage = outageLog(log, () => performance.now());
  /** Nobody is turned away because tries cannot be counted. */
  const orElse = async <T>(answer: T, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const warn = error instanceof StoreUnavailable ? warnOfOutage : log.warn;
      warn('tries not counted', error instanceof Error ? { error } : {});
      return answer;
    }
  };
  const inMemory = memoryLimiter(limits);
  const shared: Limiter = {
    take: (limit, key) =>
      orElse({ allowed: true }, () => {
        const [counter, counted] = [counters[limit], hidden(key)];
        return count(counter, counted, (instant) => query(END_BEYOND, [counter.getKey(counted), instant]));
      }),
    giveBack: (limit, key) =>
      orElse(undefined, async () => {
        const counter = counters[limit];
        await query(GIVE_BACK, [counter.getKey(hidden(key)), counter.points]);
      }),
    forget: (limit, key) => orElse(undefined, async () => void (await counters[limit].delete(hidden(key)))),
  };
  const counterOf = (limit: LimitName): Limiter => (COUNTED_PER_PROCESS.has(limit) ? inMemory : shared);
  return {
    take: (limit, key) => counterOf(limit).take(limit, key),
    giveBack: (limit, key) => counterOf(limit).giveBack(limit, key),
    forget: (limit, key) => counterOf(limit).forget(limit, key),
  };
};
