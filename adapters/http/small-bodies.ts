import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/** Nothing is read of what comes with a request for reading. */
const READS = new Set(['GET', 'HEAD']);

/**
 * Refuses requests with more than so many bytes. One that tells its length is believed, since the server reads no further than that:
 * only to look at its body would make a stream of it, which costs more than the rest of the way in.
 */
export const smallBodies = (maxSize: number, onError: (c: Context) => Response): MiddlewareHandler => {
  const limit = bodyLimit({ maxSize, onError });
  return (c, next) => {
    if (READS.has(c.req.method)) return next();
    const length = c.req.header('content-length');
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return limit(c, next);
    return Number(length) <= maxSize ? next() : Promise.resolve(onError(c));
  };
};
