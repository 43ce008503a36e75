import type { Handler, Hono } from 'hono';

import { refuse } from './failures.ts';

/** Answers requests that no route has taken: 405 with the methods of the path, or 404 (C21). */
export const refuseUnknown =
  (app: Hono): Handler =>
  (c) => {
    const methods = app.routes.filter(({ path, method }) => path === c.req.path && method !== 'ALL');
    if (methods.length === 0) return refuse(c, 'NOT_FOUND');
    // Where GET is allowed, HEAD is too.
    const allowed = methods.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    c.header('Allow', [...new Set(allowed)].join(', '));
    return refuse(c, 'METHOD_NOT_ALLOWED');
  };
