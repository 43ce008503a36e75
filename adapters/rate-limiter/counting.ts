import { RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';

import { MINUTE, SECOND } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { LimitAnswer, LimitName, Limits } from '#application/ports/limiter.ts';
import { networkOf } from './network.ts';

type Counting = { readonly points: number; readonly duration: number; readonly keyPrefix: string };

/** A counter of the library for each limit. */
export const countersOf = (
  limits: Limits,
  counterOf: (counting: Counting) => RateLimiterAbstract,
): Readonly<Record<LimitName, RateLimiterAbstract>> => {
  const counters = Object.entries(limits).map(([name, { tries, seconds }]) => [
    name,
    counterOf({ points: tries, duration: seconds, keyPrefix: name }),
  ]);
  return Object.fromEntries(counters) as Record<LimitName, RateLimiterAbstract>;
};

/** A key is an address, or an account and an address: it is counted by the network of the address. */
export const countedKey = (key: string): string => key.split(' ').map(networkOf).join(' ');

/** Counts a try; answers what is counted if that is too many. */
const refusalOf = async (counter: RateLimiterAbstract, key: string): Promise<RateLimiterRes | undefined> => {
  try {
    await counter.consume(key);
    return undefined;
  } catch (error) {
    // That is how the library says no.
    if (error instanceof RateLimiterRes) return error;
    throw error;
  }
};

/** By so much, in milliseconds, the clocks of two processes may differ. */
const APART = MINUTE;

/** Counts a try of a key. `endBeyond` ends its window if that lasts beyond an instant. */
export const count = async (
  counter: RateLimiterAbstract,
  key: string,
  endBeyond: (instant: Instant) => Promise<unknown>,
): Promise<LimitAnswer> => {
  let refused = await refusalOf(counter, key);
  const longest = counter.duration * SECOND + APART;
  // A clock that was ahead began that window: it would last until that time comes again.
  if (refused !== undefined && refused.msBeforeNext > longest) {
    await endBeyond(Date.now() + longest);
    refused = await refusalOf(counter, key);
  }
  if (refused === undefined) return { allowed: true };
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / SECOND)) };
};
