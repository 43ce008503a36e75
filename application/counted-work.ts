import type { LimitName, Limiter } from './ports/limiter.ts';
import { hasAnswered } from './ports/payment-provider.ts';

/**
 * Does `work`. If it throws, the tries that were counted for it are given back: the shop could not answer and says when to ask again,
 * and a visitor who does so must not be locked out. Errors for which `counts` is true stay counted.
 */
export const orGiveBack = async <Outcome>(
  work: () => Promise<Outcome>,
  giveBack: () => Promise<unknown>,
  counts: (error: unknown) => boolean = () => false,
): Promise<Outcome> => {
  try {
    return await work();
  } catch (error) {
    if (!counts(error)) await giveBack();
    throw error;
  }
};

/** It was asked for too often; it may be asked for again after so many seconds. */
export type TooOften = { readonly is: 'too-often'; readonly retryAfterSeconds: number };

export const isTooOften = (answer: unknown): answer is TooOften =>
  typeof answer === 'object' && answer !== null && 'is' in answer && answer.is === 'too-often';

export type Counted = readonly [limit: LimitName, key: string];

export const giveBackAll = (limiter: Pick<Limiter, 'giveBack'>, counted: readonly Counted[]): Promise<unknown> =>
  Promise.all(counted.map(([limit, key]) => limiter.giveBack(limit, key)));

/**
 * Counts a try against each limit, in their order; answers the refusal of the first that does not allow it. A try that one limit refuses
 * does not count against the others.
 */
export const takeAll = async (
  limiter: Pick<Limiter, 'take' | 'giveBack'>,
  counted: readonly Counted[],
): Promise<TooOften | undefined> => {
  for (const [index, [limit, key]] of counted.entries()) {
    const turn = await limiter.take(limit, key);
    if (turn.allowed) continue;
    await giveBackAll(limiter, counted.slice(0, index));
    return { is: 'too-often', retryAfterSeconds: turn.retryAfterSeconds };
  }
  return undefined;
};

/** Counts a try against each limit, and does `work` if all of them allow it. Errors for which `counts` is true are a try all the same. */
export const countedWork = async <Outcome>(
  limiter: Pick<Limiter, 'take' | 'giveBack'>,
  counted: readonly Counted[],
  work: () => Promise<Outcome>,
  counts?: (error: unknown) => boolean,
): Promise<Outcome | TooOften> =>
  (await takeAll(limiter, counted)) ?? orGiveBack(work, () => giveBackAll(limiter, counted), counts);

/** As `countedWork`, for work that asks the provider: a try counts even if the provider answers no. */
export const countedAtProvider = <Outcome>(
  limiter: Pick<Limiter, 'take' | 'giveBack'>,
  counted: Counted,
  work: () => Promise<Outcome>,
): Promise<Outcome | TooOften> => countedWork(limiter, [counted], work, hasAnswered);
