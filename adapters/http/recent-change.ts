import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

const nameOf = (https: boolean) => (https ? '__Host-recent' : 'recent');

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Asking for a payment settles it. */
const READS_THAT_CHANGE = new Set(['/api/stripe/checkout-session']);

/** 409 as well: it tells of a change by somebody else, which must not seem undone on the next list. */
const tellsOfChange = (status: number): boolean => status < 400 || status === 409;

/**
 * Gives every browser that has just been told of a change a cookie that lasts for `seconds`: the lag that lists may have, and
 * some more for the way. Until then its lists show everything, its own change too.
 */
export const rememberChanges = ({
  seconds,
  isHttps,
}: {
  readonly seconds: number;
  readonly isHttps: (c: Context) => boolean;
}): MiddlewareHandler => {
  const remember: MiddlewareHandler = async (c, next) => {
    await next();
    if (!tellsOfChange(c.res.status)) return;
    const secure = isHttps(c);
    setCookie(c, nameOf(secure), '1', { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: seconds });
  };
  return (c, next) => (READS.has(c.req.method) && !READS_THAT_CHANGE.has(c.req.path) ? next() : remember(c, next));
};

/** Whether this browser has just been told of a change, so that its lists must be fresh. */
export const hasRecentChange = (c: Context, https: boolean): boolean => getCookie(c, nameOf(https)) !== undefined;
