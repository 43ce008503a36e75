import type { LimitName, Limiter } from '#application/ports/limiter.ts';
import { Refused } from './failures.ts';

/** Counts a try, and refuses the request when there were too many. */
export const limited = async (limiter: Limiter, limit: LimitName, key: string): Promise<void> => {
  const turn = await limiter.take(limit, key);
  if (!turn.allowed) throw new Refused('TOO_MANY_TRIES', turn);
};

const THIS_MACHINE = /^(?:127\.\d+\.\d+\.\d+|::1)$/;

/**
 * Counts what every visitor does all day, by address. This machine is not counted: behind its address is who runs the shop, or a
 * proxy that nobody has named in `TRUSTED_PROXIES`, and then all visitors together would have one visitor's share.
 */
export const limitedVisits = async (
  limiter: Limiter,
  limit: 'list' | 'checkout',
  clientAddress: string,
): Promise<void> => {
  if (!THIS_MACHINE.test(clientAddress)) await limited(limiter, limit, clientAddress);
};
