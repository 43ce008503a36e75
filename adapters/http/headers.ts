import type { Context, MiddlewareHandler } from 'hono';

import { API_POLICY, pagePolicy } from './content-policy.ts';
import type { SecuritySettings } from './content-policy.ts';

const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'geolocation=(), camera=(), microphone=()',
} as const;

const NOT_IN_FRAMES = { 'X-Frame-Options': 'DENY' } as const;

const HSTS = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } as const;

export type HeaderRecord = Readonly<Record<string, string>>;

/** Set by us: an id in a request from outside is ignored. */
export const REQUEST_ID = 'X-Request-Id';

const DEFAULT_HEADERS = 'default headers';

/** Gives a request the headers that every answer to it by `respond` will have. */
export const setDefaultHeaders = (c: Context, headers: HeaderRecord): void => c.set(DEFAULT_HEADERS, headers);

/**
 * The headers that an answer by `respond` has besides its own; `undefined` where they are added later. Write its own headers after
 * these, `{ ...defaults, Name: value }`: V8 copies the first spread of an object at once, but a second one entry by entry, which takes
 * longer than the rest of the answer.
 */
export const defaultHeaders = (c: Context): HeaderRecord | undefined =>
  c.get(DEFAULT_HEADERS) as HeaderRecord | undefined;

const COMPLETE = Symbol('complete');

/** Whether an answer was made with every header, so that nothing has to be added. */
export const isComplete = (response: Response): boolean => COMPLETE in response;

/**
 * An answer with all its headers, for the most frequent requests: one plain record goes to the socket as it is, while headers that are
 * set one by one cost more than the answer itself. Headers that were set on `c` before are not in it.
 */
export const respond = (
  c: Context,
  body: string | Uint8Array<ArrayBuffer> | null,
  status: 200 | 304 | 404,
  headers: HeaderRecord,
): Response => {
  const response: Response & { [COMPLETE]?: true } = new Response(body, { status, headers });
  if (defaultHeaders(c) !== undefined) response[COMPLETE] = true;
  return response;
};

/** By `respond`, for an answer that sets no cookie. */
export const respondJson = (c: Context, answer: object): Response =>
  respond(c, JSON.stringify(answer), 200, { ...defaultHeaders(c), 'Content-Type': 'application/json' });

const everywhereBy = (https: boolean): HeaderRecord => ({ ...ALWAYS, ...(https && HSTS) });

/** The security headers of every answer of the API, which is not to be stored. */
export const apiHeaders = (https: boolean): HeaderRecord => ({
  ...everywhereBy(https),
  ...NOT_IN_FRAMES,
  'Content-Security-Policy': API_POLICY,
  'Cache-Control': 'no-store',
});

/** The security headers of every page and of every file of the pages. */
export const pageHeaders = (settings: SecuritySettings): HeaderRecord => ({
  ...everywhereBy(settings.https),
  ...NOT_IN_FRAMES,
  'Content-Security-Policy': pagePolicy(settings),
});

/** The headers that say who may put an answer into a frame. */
const FRAMING: ReadonlySet<string> = new Set(['Content-Security-Policy', 'X-Frame-Options']);

/** The security headers of every answer. An answer with a policy or a `Cache-Control` of its own keeps it. */
export const securityHeaders = (settings: SecuritySettings): MiddlewareHandler => {
  const [ofPages, ofTheApi] = [pageHeaders(settings), apiHeaders(settings.https)];
  return async (c, next) => {
    const defaults = c.req.path.startsWith('/api/') ? ofTheApi : ofPages;
    setDefaultHeaders(c, defaults);
    await next();
    if (isComplete(c.res)) return;
    const headers = c.res.headers;
    const hasPolicy = headers.has('Content-Security-Policy');
    for (const [name, value] of Object.entries(defaults)) {
      const isItsOwn = FRAMING.has(name) ? hasPolicy : name === 'Cache-Control' && headers.has(name);
      if (!isItsOwn) headers.set(name, value);
    }
  };
};
