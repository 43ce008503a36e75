import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import type { Limiter } from '#application/ports/limiter.ts';
import type { Log } from '#application/ports/log.ts';
import type { Secrets } from '#application/ports/secrets.ts';
import { sent } from './answer.ts';
import type { Answer, Asked } from './answer.ts';
import { addressBy } from './client-address.ts';
import { REQUEST_ID, apiHeaders } from './headers.ts';
import { partsOf } from './input.ts';
import { countVisit } from './limits.ts';
import { LISTS, unsoldQuery } from './marketplace-routes.ts';
import type { PublicAnswers } from './public-answers.ts';
import { tellRecentChange } from './recent-change.ts';
import { requestLine } from './request-log.ts';

type Needs = {
  readonly kept: PublicAnswers['kept'];
  readonly https: boolean;
  readonly trustedProxies: readonly string[];
  readonly limiter: Limiter;
  readonly log: Log;
  readonly secrets: Secrets;
};

/** What is done with a request before the app sees it, if it has to. */
export type BeforeApp = (app: RequestListener) => RequestListener;

/** Node joins what comes more than once, but not every header's type says so. */
const askedBy = ({ headers }: IncomingMessage): Asked => ({
  accepted: headers['accept-encoding']?.toString(),
  names: headers['if-none-match'],
});

const originOf = ({ socket, headers }: IncomingMessage) => ({
  peer: socket.remoteAddress ?? '',
  forwarded: headers['x-forwarded-for']?.toString(),
});

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/**
 * Sends what is kept of the lists as soon as it is asked for. It is whole: nothing that a request passes through in the app could add to
 * it, and the way through takes as long as all the rest. On a Monday nearly everybody asks for these. Whatever is not kept, or may not
 * be sent to this browser, or is asked for in any other way, the app answers; so there nothing is refused here.
 */
export const keptFirst = ({ kept, https, trustedProxies, limiter, log, secrets }: Needs): BeforeApp => {
  const standing = apiHeaders(https);
  const clientOf = addressBy(trustedProxies);

  const find = (path: string, query: string): Answer | undefined => {
    if (path === LISTS.examples) return kept.examples();
    const wish = path === LISTS.unsold ? unsoldQuery.known(query) : undefined;
    return wish && kept.unsold(wish);
  };

  /** Answers whether it was sent. */
  const send = async (
    answer: Answer,
    route: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> => {
    const started = performance.now();
    const { allowed } = await countVisit(limiter, 'list', clientOf(originOf(request)));
    // The app refuses whoever has no more visits.
    if (!allowed) return false;
    const requestId = secrets.id();
    const { status, headers, body } = await sent(answer, askedBy(request), { ...standing, [REQUEST_ID]: requestId });
    response.writeHead(status, headers).end(body);
    log.info('request', { ...requestLine({ method: 'GET', route, status, started }), requestId });
    return true;
  };

  return (app) => (request, response) => {
    const { method, url = '', headers } = request;
    const [path, query] = partsOf(url);
    const answer =
      method !== 'GET' || hasBody(request) || tellRecentChange(headers.cookie, https) ? undefined : find(path, query);
    if (answer === undefined) return app(request, response);
    const isSent = send(answer, path, request, response).catch(() => response.headersSent);
    void isSent.then((is) => {
      if (!is) app(request, response);
    });
  };
};
