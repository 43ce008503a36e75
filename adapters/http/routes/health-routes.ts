import { Hono } from 'hono';
import type { Context } from 'hono';

import { RETRY_OUTAGE_SECONDS, refuse } from '#adapters/http/failures.ts';

export type CheckResult = 'ok' | 'failed';

/** The results of the checks, by name. */
export type Readiness = Readonly<Record<string, CheckResult>>;

const NEVER_STORED = { 'Cache-Control': 'no-store' } as const;

/** For monitoring: does this process live, and should it be sent requests? Asked every few seconds, so nothing is logged. */
export const healthRoutes = ({ readiness }: { readonly readiness: () => Promise<Readiness> }): Hono =>
  new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok' }, 200, NEVER_STORED))
    .get('/readyz', async (c) => {
      const checks = await readiness();
      return Object.values(checks).every((check) => check === 'ok')
        ? c.json({ status: 'ready', checks }, 200, NEVER_STORED)
        : c.json({ status: 'not ready', checks }, 503, {
            ...NEVER_STORED,
            'Retry-After': String(RETRY_OUTAGE_SECONDS),
          });
    })
    .on('ALL', ['/healthz', '/readyz'], (c: Context) => {
      c.header('Allow', 'GET, HEAD');
      return refuse(c, 'METHOD_NOT_ALLOWED');
    });
