import type { RequestListener } from 'node:http';

import { RequestError, getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';

import type { AnswerCache } from '#adapters/http/answers/answer-cache.ts';
import { httpApp } from '#adapters/http/app.ts';
import type { AppNeeds, AppUseCases } from '#adapters/http/app.ts';
import { pageAnswers } from '#adapters/http/pages/page-answers.ts';
import type { WebFiles } from '#adapters/http/pages/page-answers.ts';
import { cacheFirst } from '#adapters/http/cache-first.ts';
import type { BeforeApp } from '#adapters/http/cache-first.ts';
import { publicAnswers } from '#adapters/http/answers/public-answers.ts';
import type { MarketplaceUseCases } from '#adapters/http/answers/public-answers.ts';
import { byOwnNames } from '#adapters/http/own-names.ts';
import { refuseUnreadable } from '#adapters/http/unreadable.ts';
import { workerApp } from '#adapters/http/worker-app.ts';
import type { PaymentProfile } from '#application/ports/payment-profile.ts';

/** The HTTP side of a process. */
export type HttpSide = {
  readonly app: Hono;
  /** Sees each request before the app. */
  readonly first: BeforeApp;
  /** Whether visitors come by HTTPS. */
  readonly https: boolean;
};

type Needs = Omit<AppNeeds, 'answers' | 'pages' | 'notifications' | 'security' | 'useCases' | 'watched'> & {
  readonly useCases: AppUseCases & MarketplaceUseCases;
  /** The cache of answers that are the same for everybody. Without it each answer is read. */
  readonly cache?: AnswerCache | undefined;
  readonly web: WebFiles;
  readonly payments: Pick<PaymentProfile, 'browser' | 'notifications'>;
  readonly watched?: Hono;
};

/** For a process that serves visitors. */
export const webHttp = ({ cache, web, payments: { browser, notifications }, ...needs }: Needs): HttpSide => {
  const answers = publicAnswers({ ...needs.useCases, cache });
  const pages = pageAnswers({ ...needs, web, answers, payments: browser });
  const https = needs.publicUrl?.startsWith('https:') ?? false;
  const security = { https, script: browser.script, styles: web.styles, policy: web.policy };
  const first = cacheFirst({ ...needs, lists: answers.cached, pages, security });
  return {
    app: httpApp({ ...needs, answers, pages, notifications, security }),
    first: needs.publicUrl === undefined ? (app) => byOwnNames(first(app)) : first,
    https,
  };
};

/** The host of a request without one. */
const NO_HOST = 'localhost';

/** The app answers its own faults: what comes here was no request that it could be given, or is a fault of what gives it. */
const answerOutsideApp = (error: unknown, https: boolean): Response =>
  error instanceof RequestError ? refuseUnreadable(https) : new Response(null, { status: 500 });

/**
 * The listener for the requests of a socket. In HTTP/1.0 a request need not name a host, and the health checks of some load balancers
 * do not. The host is never trusted: links are made from `PUBLIC_URL`, and access to the metrics is decided by the header itself.
 */
export const listenerOf = ({ app, first, https }: HttpSide): RequestListener => {
  const errorHandler = (error: unknown): Response => answerOutsideApp(error, https);
  const answer = getRequestListener(app.fetch, { hostname: NO_HOST, errorHandler });
  return first((request, response) => void answer(request, response));
};

/** For a process that only runs jobs: it answers monitoring alone. */
export const workerHttp = (watched: Hono): HttpSide => ({ app: workerApp(watched), first: (app) => app, https: false });
