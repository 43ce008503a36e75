import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';

import type { Log, LogFields } from '#application/ports/log.ts';
import { REQUEST_ID, setDefaultHeaders, isComplete, defaultHeaders } from './headers.ts';
import { inRequest, newRequestId } from './request-id.ts';

type Answered = {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  /** When it arrived, by `performance.now()`. */
  readonly started: number;
};

/** The log line of an answered request. */
export const requestLine = ({ method, route, status, started }: Answered): LogFields => ({
  method,
  route,
  status,
  milliseconds: Math.round(performance.now() - started),
});

/** Logs one line for each request, and gives it an id for all that it causes, which its answer contains. */
export const logRequests =
  ({ log }: { readonly log: Log }): MiddlewareHandler =>
  (c, next) => {
    const id = newRequestId();
    const defaults = defaultHeaders(c);
    if (defaults !== undefined) setDefaultHeaders(c, { ...defaults, [REQUEST_ID]: id });
    return inRequest(id, async () => {
      const started = performance.now();
      await next();
      if (!isComplete(c.res)) c.res.headers.set(REQUEST_ID, id);
      log.info('request', requestLine({ method: c.req.method, route: routePath(c), status: c.res.status, started }));
    });
  };
