import type { Handler, Hono } from 'hono';

import { refuse } from './failures.ts';

/** Answers what no route has taken: 405 with the methods that the path takes, or 404 (C21). */
export const refuseUnknown =
  (app: Hono): Handler =>
  (c) => {
    const methods = app.routes.filter(({ path, method }) => path === c.req.path && method !== 'ALL');
    if (methods.length === 0) return refuse(c, 'NOT_FOUND');
    // Who may GET may ask for the head alone.
    const allowed = methods.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    c.header('Allow', [...new Set(allowed)].join(', '));
    return refuse(c, 'METHOD_NOT_ALLOWED');
  };
