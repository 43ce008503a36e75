import { Hono } from 'hono';

import { inNetworks } from '#adapters/http/client-address.ts';
import { healthRoutes } from '#adapters/http/routes/health-routes.ts';
import type { Readiness } from '#adapters/http/routes/health-routes.ts';
import { metricsRoutes } from '#adapters/http/routes/metrics-routes.ts';
import type { MetricsText } from '#adapters/http/routes/metrics-routes.ts';
import type { Settings } from './environment.ts';

type Needs = { readonly readiness: () => Promise<Readiness>; readonly metrics: () => Promise<MetricsText> };

/** The answers of every process to monitoring. */
export const watchedBy = ({ metricsToken, trustedProxies }: Settings, { readiness, metrics }: Needs): Hono =>
  new Hono()
    .route('/', healthRoutes({ readiness }))
    .route('/', metricsRoutes({ metrics, token: metricsToken, isTrustedProxy: inNetworks(trustedProxies) }));
