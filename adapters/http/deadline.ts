import type { Context, MiddlewareHandler } from 'hono';

import { bag } from './bag.ts';

type Waiting = { readonly until: number; readonly giveUp: () => void };

/**
 * Answers each request with `late` that has no answer after so many milliseconds. One timer serves all of them: a timer and a race for
 * each cost more than everything else that is done before a route is reached.
 */
export const answerWithin = (milliseconds: number, late: (c: Context) => Response): MiddlewareHandler => {
  const waiting = bag<Waiting>();
  let isWatched = false;

  const watch = (after: number): void => {
    isWatched = true;
    setTimeout(look, after).unref();
  };
  const look = (): void => {
    const now = performance.now();
    const isDue = ({ until }: Waiting): boolean => until <= now;
    const all = waiting.values();
    for (const { giveUp } of all.filter(isDue)) giveUp();
    const next = Math.min(...all.filter((one) => !isDue(one)).map(({ until }) => until));
    isWatched = false;
    if (next < Infinity) watch(next - now);
  };

  return (c, next) => {
    const isLate = new Promise<boolean>((resolve, reject) => {
      const giveUp = (): void => {
        // Even if the work never ends, its request must not stay in memory.
        leave();
        resolve(true);
      };
      const leave = waiting.put({ until: performance.now() + milliseconds, giveUp });
      if (!isWatched) watch(milliseconds);
      next().then(
        () => {
          leave();
          resolve(false);
        },
        (error: unknown) => {
          leave();
          reject(error);
        },
      );
    });
    // Called here and not in `look`, which runs in the context of another request.
    return isLate.then((is) => (is ? late(c) : undefined));
  };
};
