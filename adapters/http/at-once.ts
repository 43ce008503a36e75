import type { MiddlewareHandler } from 'hono';

import { refuse } from './failures.ts';

/**
 * Answers so many requests at a time and sends all others away at once. Those that would be told only after some waits in the
 * database that there is no room for them would take its connections from everybody else.
 */
export const atOnce = (most: number): MiddlewareHandler => {
  let running = 0;
  return async (c, next) => {
    if (running >= most) return refuse(c, 'BUSY');
    running += 1;
    try {
      return await next();
    } finally {
      running -= 1;
    }
  };
};
