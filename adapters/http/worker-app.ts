import { Hono } from 'hono';

import { refuse } from './failures.ts';
import { securityHeaders } from './headers.ts';
import { rawPath } from './raw-path.ts';

/** The app of a process that only runs jobs: its health, and nothing else. */
export const workerApp = (watched: Hono): Hono => {
  const app = new Hono({ getPath: rawPath });
  app.use(securityHeaders({ https: false, script: undefined }));
  app.route('/', watched);
  app.notFound((c) => refuse(c, 'NOT_FOUND'));
  app.onError((_error, c) => refuse(c, 'UNEXPECTED'));
  return app;
};
