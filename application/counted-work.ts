import type { LimitName, Limiter } from './ports/limiter.ts';

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

/** Instead of what was asked for: it has been asked for too often, and may be again after so many seconds. */
export type TooOften = { readonly is: 'too-often'; readonly retryAfterSeconds: number };

export type Counted = readonly [limit: LimitName, key: string];

type Choice<Outcome> = {
  readonly work: () => Promise<Outcome>;
  /** Instead of the work, when there were too many tries. */
  readonly tooOften: (retryAfterSeconds: number) => Outcome | Promise<Outcome>;
};

/** Counts a try against each limit, in their order, and does `work` if all of them allow it. */
export const countedWork = async <Outcome>(
  limiter: Pick<Limiter, 'take' | 'giveBack'>,
  counted: readonly Counted[],
  { work, tooOften }: Choice<Outcome>,
): Promise<Outcome> => {
  for (const [limit, key] of counted) {
    const turn = await limiter.take(limit, key);
    if (!turn.allowed) return tooOften(turn.retryAfterSeconds);
  }
  return orGiveBack(work, () => Promise.all(counted.map(([limit, key]) => limiter.giveBack(limit, key))));
};
