import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import type { Limiter } from '#application/ports/limiter.ts';
import type { Log } from '#application/ports/log.ts';
import type { PublicAnswer } from './answers/answer.ts';
import { addressBy } from './client-address.ts';
import type { RequestSource } from './client-address.ts';
import { REQUEST_ID, apiHeaders, pageHeaders } from './headers.ts';
import type { SecuritySettings } from './content-policy.ts';
import { partsOf } from './input.ts';
import { UNCOUNTED, countVisit } from './limits.ts';
import { LISTS } from './own-paths.ts';
import { unsoldQuery } from './routes/marketplace-routes.ts';
import type { PageAnswers } from './pages/page-answers.ts';
import { THE_WEB } from './routes/page-routes.ts';
import type { PublicAnswers } from './answers/public-answers.ts';
import type { NegotiationHeaders } from './answers/send-answer.ts';
import { sentAgain } from './answers/sent-again.ts';
import { hasRecentChangeCookie } from './recent-change.ts';
import { newRequestId } from './request-id.ts';
import { requestLine } from './request-log.ts';
import { hasSessionCookie } from './session-cookie.ts';
import { whenReady } from './awaitable.ts';
import type { Awaitable } from './awaitable.ts';

type Needs = {
  readonly lists: PublicAnswers['cached'];
  readonly pages: Pick<PageAnswers, 'file' | 'cached'>;
  readonly security: SecuritySettings;
  readonly trustedProxies: readonly string[];
  readonly limiter: Limiter;
  readonly log: Log;
};

/** Stands in front of the app: answers a request by itself, or hands it on. */
export type BeforeApp = (app: RequestListener) => RequestListener;

/** Node joins repeated headers into one text, but not every header's type says so. */
const negotiationOf = ({ headers }: IncomingMessage): NegotiationHeaders => ({
  acceptEncoding: headers['accept-encoding']?.toString(),
  ifNoneMatch: headers['if-none-match'],
});

const sourceOf = ({ socket, headers }: IncomingMessage): RequestSource => ({
  peer: socket.remoteAddress ?? '',
  forwarded: headers['x-forwarded-for']?.toString(),
});

/** No browser sends a fragment, and the app reads one in its own way. */
const hasFragment = ({ url = '' }: IncomingMessage): boolean => url.includes('#');

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** A cached answer, complete but for the id of the request. */
type Cached = {
  readonly answer: PublicAnswer;
  /** Puts it together with the headers of every answer of its kind. */
  readonly ready: ReturnType<typeof sentAgain>;
  /** Its name in the log. */
  readonly route: string;
  /** Whether it shows a list, and so counts as a visit to one. */
  readonly hasList: boolean;
};

/**
 * Answers from the cache, in front of the app: the lists, the pages and their files. Such an answer is complete: the app would add
 * nothing to it, and the way through the app takes as long as all the rest; on a Monday nearly everybody asks for these. What is not
 * cached, may not be sent to this browser, or is asked for in any other way goes to the app. So nothing is refused here.
 */
export const cacheFirst = ({ lists, pages, security, trustedProxies, limiter, log }: Needs): BeforeApp => {
  const [ofTheApi, ofTheWeb] = [sentAgain(apiHeaders(security.https)), sentAgain(pageHeaders(security))];
  const clientOf = addressBy(trustedProxies);

  const listAt = (path: string, query: string): PublicAnswer | undefined => {
    if (path === LISTS.examples) return lists.examples();
    const wish = path === LISTS.unsold ? unsoldQuery.known(query) : undefined;
    return wish && lists.unsold(wish);
  };

  const find = (path: string, query: string, cookies: string | undefined): Cached | undefined => {
    const list = listAt(path, query);
    if (list !== undefined) return { answer: list, ready: ofTheApi, route: path, hasList: true };
    const file = pages.file(path);
    if (file !== undefined) return { answer: file, ready: ofTheWeb, route: THE_WEB, hasList: false };
    const page = pages.cached(path, query, hasSessionCookie(cookies, security.https));
    return page && { ...page, ready: ofTheWeb, route: THE_WEB };
  };

  /** Answers whether it has sent the answer. */
  const send = (
    { answer, ready, route, hasList }: Cached,
    request: IncomingMessage,
    response: ServerResponse,
  ): Awaitable<boolean> => {
    const started = performance.now();
    const visit = hasList ? countVisit(limiter, clientOf(sourceOf(request))) : UNCOUNTED;
    return whenReady(visit, ({ allowed }) => {
      // Too many visits: the app refuses them.
      if (!allowed) return false;
      return whenReady(ready(answer, negotiationOf(request)), ({ status, headers, body }) => {
        const requestId = newRequestId();
        response.writeHead(status, [...headers, REQUEST_ID, requestId]).end(body);
        log.info('request', { ...requestLine({ method: 'GET', route, status, started }), requestId });
        return true;
      });
    });
  };

  /** Whether it is a simple request, of a browser that may have what others were sent. */
  const isPlain = (request: IncomingMessage): boolean =>
    request.method === 'GET' &&
    !hasBody(request) &&
    !hasFragment(request) &&
    !hasRecentChangeCookie(request.headers.cookie, security.https);

  /** Whether an answer was sent. A fault before that is left to the app, which answers every fault alike. */
  const isSent = (request: IncomingMessage, response: ServerResponse): Awaitable<boolean> => {
    try {
      const cached = isPlain(request) ? find(...partsOf(request.url ?? ''), request.headers.cookie) : undefined;
      if (cached === undefined) return false;
      const sent = send(cached, request, response);
      return sent instanceof Promise ? sent.catch(() => response.headersSent) : sent;
    } catch {
      return response.headersSent;
    }
  };

  return (app) => (request, response) =>
    void whenReady(isSent(request, response), (sent) => {
      if (!sent) app(request, response);
    });
};
