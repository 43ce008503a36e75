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

/**
 * Counts a visit to a list, by address. This machine is not counted: its address stands for the operator, or for a proxy that is missing
 * in `TRUSTED_PROXIES`, and then all visitors together would have the share of one.
 */
export const countVisit = (limiter: Limiter, clientAddress: string): Awaitable<LimitAnswer> =>
  isThisMachine(clientAddress) ? UNCOUNTED : limiter.take('list', clientAddress);

/** As `countVisit`, and refuses the request when there were too many. */
export const limitedVisits = async (limiter: Limiter, clientAddress: string): Promise<void> =>
  refuseUnless(await countVisit(limiter, clientAddress));

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

/** As `limitedWork`, for what every visitor does, by address: this machine is not counted here, either. */
export const limitedVisitWork = <Outcome>(
  limiter: Limiter,
  limit: 'checkout' | 'payment',
  clientAddress: string,
  work: () => Promise<Outcome>,
): Promise<Outcome> => (isThisMachine(clientAddress) ? work() : limitedWork(limiter, [[limit, clientAddress]], work));
