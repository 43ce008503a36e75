import type { LimitName, Limiter } from '#application/ports/limiter.ts';
import { limited } from './limits.ts';

/**
 * What comes of `work`; when it throws, what was counted for it is given back first. The shop could not look at what was asked
 * and says when to ask again: whoever obeys must not be locked out by that.
 */
export const orGiveBack = async <Outcome>(
  work: () => Promise<Outcome>,
  giveBack: () => Promise<unknown>,
): Promise<Outcome> => {
  try {
    return await work();
  } catch (error) {
    await giveBack();
    throw error;
  }
};

type Counted = readonly [limit: LimitName, key: string];

/** Counts a try against each limit, in their order, refuses the request when there were too many of one, and else does `work`. */
export const limitedWork = async <Outcome>(
  limiter: Limiter,
  counted: readonly Counted[],
  work: () => Promise<Outcome>,
): Promise<Outcome> => {
  for (const [limit, key] of counted) await limited(limiter, limit, key);
  return orGiveBack(work, () => Promise.all(counted.map(([limit, key]) => limiter.giveBack(limit, key))));
};
