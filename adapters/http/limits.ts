import type { LimitName, Limiter } from '#application/ports/limiter.ts';
import { Refused } from './failures.ts';

/** Counts a try, and refuses the request when there were too many. */
export const limited = async (limiter: Limiter, limit: LimitName, key: string): Promise<void> => {
  const turn = await limiter.take(limit, key);
  if (!turn.allowed) throw new Refused('TOO_MANY_TRIES', turn);
};
