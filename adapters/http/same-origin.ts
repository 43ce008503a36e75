import type { Context, MiddlewareHandler } from 'hono';

import { refuse } from './failures.ts';
import { EXPORT } from './own-paths.ts';
import { isSafe } from './safe-methods.ts';

/** The export is counted, and in the audit under the user's name, though it is a GET: a link elsewhere must not do that. */
const changesNothing = (c: Context): boolean => isSafe(c.req.method) && c.req.path !== EXPORT;

/**
 * Keeps other sites' pages from changing anything here. Browsers say where a request comes from: by `Sec-Fetch-Site`, older ones by
 * `Origin`. A request with neither is not a browser's, so no visitor's cookies are at stake.
 */
export const sameOrigin =
  (shopUrl: (c: Context) => string): MiddlewareHandler =>
  (c, next) => {
    if (changesNothing(c)) return next();
    const site = c.req.header('sec-fetch-site');
    const origin = c.req.header('origin');
    const isOurs =
      site === undefined
        ? origin === undefined || (URL.canParse(origin) && new URL(origin).host === new URL(shopUrl(c)).host)
        : site === 'same-origin' || site === 'none';
    return isOurs ? next() : Promise.resolve(refuse(c, 'CROSS_ORIGIN'));
  };
