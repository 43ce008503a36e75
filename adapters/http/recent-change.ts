import type { Context, MiddlewareHandler } from 'hono';
import { setCookie } from 'hono/cookie';

import { ownCookie, ownOptions } from './own-cookie.ts';
import { OPEN_CHECKOUT, VERIFY_PAYMENT } from './own-paths.ts';
import { isSafe } from './safe-methods.ts';

const RECENT = ownCookie('recent', '1');

/** A GET that may settle a payment. */
const READS_THAT_CHANGE = new Set([VERIFY_PAYMENT]);

/**
 * Opening a checkout changes nothing that a list shows, unless nothing is to be paid. The cookie would cost a fifth of its time, and its
 * buyer the cached lists.
 */
const CHANGES_NO_LIST = new Set([OPEN_CHECKOUT]);

const CHANGED = 'changed a list';

/** Says that a request has changed a list, where such requests hardly ever do. */
export const noteChange = (c: Context): void => c.set(CHANGED, true);

/** A 409 as well: it reveals a change by somebody else, which must not seem undone in the next list. */
const revealsChange = (c: Context): boolean =>
  c.res.status === 409 || (c.res.status < 400 && (!CHANGES_NO_LIST.has(c.req.path) || c.get(CHANGED) === true));

/**
 * Gives a browser that has just learned of a change a cookie that lasts for `seconds`: the lag that lists may have, and some more for
 * the way. Until then its lists show everything, its own change too.
 */
export const rememberChanges = ({
  seconds,
  https,
}: {
  readonly seconds: number;
  readonly https: boolean;
}): MiddlewareHandler => {
  const remember: MiddlewareHandler = async (c, next) => {
    await next();
    if (!revealsChange(c)) return;
    setCookie(c, RECENT.nameOf(https), '1', { ...ownOptions(https), maxAge: seconds });
  };
  return (c, next) => (isSafe(c.req.method) && !READS_THAT_CHANGE.has(c.req.path) ? next() : remember(c, next));
};

/** Whether the browser with these cookies has just learned of a change, so that its lists must be fresh. */
export const hasRecentChangeCookie = (cookies: string | undefined, https: boolean): boolean =>
  RECENT.valueIn(cookies, https) !== undefined;

/** The same of a request to the app. */
export const hasRecentChange = (c: Context, https: boolean): boolean =>
  hasRecentChangeCookie(c.req.header('cookie'), https);
