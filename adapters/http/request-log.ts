import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';

import type { Log } from '#application/ports/log.ts';
import type { Secrets } from '#application/ports/secrets.ts';
import { isComplete } from './headers.ts';
import { inRequest } from './request-id.ts';

/** One line for each request, and one id for all that it causes, which its answer tells. */
export const logRequests =
  ({ log, secrets }: { readonly log: Log; readonly secrets: Secrets }): MiddlewareHandler =>
  (c, next) => {
    const id = secrets.id();
    return inRequest(id, async () => {
      const started = performance.now();
      await next();
      if (!isComplete(c.res)) c.res.headers.set('X-Request-Id', id);
      log.info('request', {
        method: c.req.method,
        route: routePath(c),
        status: c.res.status,
        milliseconds: Math.round(performance.now() - started),
      });
    });
  };
