import type { MiddlewareHandler } from 'hono';

import { refuse } from './failures.ts';

/** A semaphore of `most` slots without a queue: taking a slot answers how to give it back, or `undefined` when none is free. */
export const slots = (most: number): (() => (() => void) | undefined) => {
  let taken = 0;
  return () => {
    if (taken >= most) return undefined;
    taken += 1;
    let isLeft = false;
    return () => {
      if (!isLeft) taken -= 1;
      isLeft = true;
    };
  };
};

/**
 * Answers at most so many requests at a time, and refuses any further one at once with `BUSY`. If those asked the database before they
 * are refused, they would take its connections from everybody else.
 */
export const atOnce = (most: number): MiddlewareHandler => {
  const take = slots(most);
  return async (c, next) => {
    const leave = take();
    if (leave === undefined) return refuse(c, 'BUSY');
    try {
      return await next();
    } finally {
      leave();
    }
  };
};
