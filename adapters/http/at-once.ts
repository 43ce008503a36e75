import type { MiddlewareHandler } from 'hono';

import { refuse } from './failures.ts';

/** So many places: answers how to leave the one that is taken, or `undefined` when none is free. */
export const places = (most: number): (() => (() => void) | undefined) => {
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
 * Answers so many requests at a time and sends all others away at once. Those that would be told only after some waits in the
 * database that there is no room for them would take its connections from everybody else.
 */
export const atOnce = (most: number): MiddlewareHandler => {
  const take = places(most);
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
