import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';

import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { LimitAnswer, LimitName, Limiter, Limits } from '#application/ports/limiter.ts';
import type { Log } from '#application/ports/log.ts';
import { networkOf } from './network.ts';

/** Runs one statement on its own. */
type Query = (text: string, parameters: readonly unknown[]) => Promise<readonly unknown[]>;

type Counting = { readonly points: number; readonly duration: number; readonly keyPrefix: string };

const countersOf = (
  limits: Limits,
  counterOf: (counting: Counting) => RateLimiterAbstract,
): Readonly<Record<LimitName, RateLimiterAbstract>> => {
  const counter = (name: LimitName): RateLimiterAbstract =>
    counterOf({ points: limits[name].tries, duration: limits[name].seconds, keyPrefix: name });
  return { coupon: counter('coupon') };
};

const count = async (counter: RateLimiterAbstract, key: string): Promise<LimitAnswer> => {
  try {
    await counter.consume(key);
    return { allowed: true };
  } catch (error) {
    // That is how the library says no.
    if (!(error instanceof RateLimiterRes)) throw error;
    return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1_000)) };
  }
};

/** Counts in this process only. */
export const memoryLimiter = (limits: Limits = DEFAULT_LIMITS): Limiter => {
  const counters = countersOf(limits, (counting) => new RateLimiterMemory(counting));
  return { take: (limit, key) => count(counters[limit], networkOf(key)) };
};

/** Counts in the table `rate_limit`, one statement for each try, for all processes together. */
export const databaseLimiter = ({
  query,
  secret,
  log,
  limits = DEFAULT_LIMITS,
}: {
  readonly query: Query;
  /** The same in all processes. Who has only the table cannot tell which addresses were counted. */
  readonly secret: string;
  readonly log: Log;
  readonly limits?: Limits;
}): Limiter => {
  const storeClient = {
    query: async ({ text, values = [] }: { readonly text: string; readonly values?: readonly unknown[] }) => ({
      rows: await query(text, values),
    }),
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
      }),
  );
  const hidden = (key: string): string => createHmac('sha256', secret).update(key).digest('base64url');
  return {
    take: async (limit, key) => {
      try {
        return await count(counters[limit], hidden(networkOf(key)));
      } catch (error) {
        // Nobody is turned away because tries cannot be counted.
        log.warn('tries not counted', error instanceof Error ? { error } : {});
        return { allowed: true };
      }
    },
  };
};
