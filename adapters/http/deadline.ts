import type { Context, MiddlewareHandler } from 'hono';

type Waiting = { readonly until: number; readonly giveUp: () => void };

/**
 * Answers by `late` whoever has no answer after so many milliseconds. All have the same time, so who came first is late first,
 * and one timer serves everybody: a timer and a race for each request cost more than all the rest of its way in.
 */
export const answerWithin = (milliseconds: number, late: (c: Context) => Response): MiddlewareHandler => {
  const waiting = new Set<Waiting>();
  let isWatched = false;

  const watch = (after: number): void => {
    isWatched = true;
    setTimeout(look, after).unref();
  };
  const look = (): void => {
    const now = performance.now();
    isWatched = false;
    for (const one of waiting) {
      if (one.until > now) return watch(one.until - now);
      waiting.delete(one);
      one.giveUp();
    }
  };

  return (c, next) => {
    const isLate = new Promise<boolean>((resolve, reject) => {
      const one = { until: performance.now() + milliseconds, giveUp: () => resolve(true) };
      waiting.add(one);
      if (!isWatched) watch(milliseconds);
      next().then(
        () => {
          waiting.delete(one);
          resolve(false);
        },
        (error: unknown) => {
          waiting.delete(one);
          reject(error);
        },
      );
    });
    // Not by whoever looks, who comes from somebody else's request.
    return isLate.then((is) => (is ? late(c) : undefined));
  };
};
