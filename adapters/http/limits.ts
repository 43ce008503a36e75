import { countedWork, isTooOften } from '#application/counted-work.ts';
import type { Counted } from '#application/counted-work.ts';
import type { LimitAnswer, LimitName, Limiter } from '#application/ports/limiter.ts';
import { isThisMachine } from '#domain/this-machine.ts';
import { Refused } from './failures.ts';
import type { Awaitable } from './awaitable.ts';

const refuseUnless = (turn: LimitAnswer): void => {
  if (!turn.allowed) throw new Refused('TOO_MANY_TRIES', turn);
};

/** Counts a try, and refuses the request when there were too many. */
export const limited = async (limiter: Limiter, limit: LimitName, key: string): Promise<void> =>
  refuseUnless(await limiter.take(limit, key));

/** The answer of a limit that nobody asks. */
export const UNCOUNTED: LimitAnswer = { allowed: true };

type Visits = 'list' | 'checkout' | 'payment';

/**
 * Counts what every visitor does all day, by address. This machine is not counted: its address stands for the operator, or for a proxy
 * that is missing in `TRUSTED_PROXIES`, and then all visitors together would have the share of one.
 */
export const countVisit = (limiter: Limiter, limit: Visits, clientAddress: string): Awaitable<LimitAnswer> =>
  isThisMachine(clientAddress) ? UNCOUNTED : limiter.take(limit, clientAddress);

/** As `countVisit`, and refuses the request when there were too many. */
export const limitedVisits = async (limiter: Limiter, limit: Visits, clientAddress: string): Promise<void> =>
  refuseUnless(await countVisit(limiter, limit, clientAddress));

/** Counts a try against each limit, in their order; refuses the request when there were too many of one, and does `work` otherwise. */
export const limitedWork = async <Outcome>(
  limiter: Limiter,
  counted: readonly Counted[],
  work: () => Promise<Outcome>,
): Promise<Outcome> => {
  const answer = await countedWork(limiter, counted, work);
  if (isTooOften(answer)) throw new Refused('TOO_MANY_TRIES', answer);
  return answer;
};

/** As `limitedWork`, for what is counted as by `countVisit`. */
export const limitedVisitWork = <Outcome>(
  limiter: Limiter,
  limit: Visits,
  clientAddress: string,
  work: () => Promise<Outcome>,
): Promise<Outcome> => (isThisMachine(clientAddress) ? work() : limitedWork(limiter, [[limit, clientAddress]], work));
