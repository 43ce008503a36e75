import { countedWork } from '#application/counted-work.ts';
import type { Counted } from '#application/counted-work.ts';
import type { Limiter } from '#application/ports/limiter.ts';
import { Refused } from './failures.ts';

/** Counts a try against each limit, in their order, refuses the request when there were too many of one, and else does `work`. */
export const limitedWork = <Outcome>(
  limiter: Limiter,
  counted: readonly Counted[],
  work: () => Promise<Outcome>,
): Promise<Outcome> =>
  countedWork(limiter, counted, {
    work,
    tooOften: (retryAfterSeconds) => {
      throw new Refused('TOO_MANY_TRIES', { retryAfterSeconds });
    },
  });
