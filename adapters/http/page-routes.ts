import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { Context, MiddlewareHandler } from 'hono';

import type { Clock } from '#application/ports/clock.ts';
import type { Limiter } from '#application/ports/limiter.ts';
import type { BrowserPart } from '#application/ports/payment-provider.ts';
import { icsFile } from '#domain/calendar.ts';
import { askedBy, formFor } from './answer.ts';
import type { Answer } from './answer.ts';
import { PAGES } from './contract.ts';
import { drawnPage, keptPages } from './drawn-pages.ts';
import type { DrawnPages } from './drawn-pages.ts';
import { refuse } from './failures.ts';
import { policyText } from './headers.ts';
import type { Policy } from './headers.ts';
import { limitedVisits } from './limits.ts';
import { withPaymentTags } from './payment-tags.ts';
import type { PublicAnswers } from './public-answers.ts';
import { hasRecentChange } from './recent-change.ts';

export type WebFiles = {
  /** The folder of the built web. */
  readonly folder: string;
  /** The HTML that every page starts from. */
  readonly shell: (path: string) => Promise<string>;
  /** The pages that are drawn here; none while developing. */
  readonly pages?: DrawnPages;
  /** What the content security policy allows of styles in the pages themselves: their hashes. */
  readonly styles?: readonly string[];
  /** A content security policy for the pages, where the usual one would stop the web's own tools. */
  readonly policy?: Policy;
};

const KNOWN_PAGES: ReadonlySet<string> = new Set(PAGES);

const YEAR = 365 * 24 * 60 * 60;

/** Pages whose address comes with the secret of a link: nobody on the way is to keep it. */
const LINK_PAGES: ReadonlySet<string> = new Set(['/verify', '/reset-password']);

/**
 * A file has an ending. Hidden ones are nobody's business, compressed ones are only another form of the answer to their own name,
 * and the shell is answered by its pages.
 */
const isFile = (path: string): boolean =>
  /\.\w+$/.test(path) && !/\.(?:br|gz|zst)$/.test(path) && !path.includes('/.') && path !== '/index.html';

type Needs = {
  readonly web: WebFiles;
  readonly answers: PublicAnswers;
  readonly limiter: Limiter;
  readonly payments: BrowserPart;
  readonly clock: Clock;
  readonly clientAddress: (c: Context) => string;
  readonly https: boolean;
  readonly shopUrl: (c: Context) => string;
};

/** The web: its files, its pages, and the weekly event for calendars. A page that does not exist answers 404 with the same shell. */
export const pageRoutes = ({ web, answers, limiter, payments, clock, clientAddress, https, shopUrl }: Needs): Hono => {
  const { folder, shell, pages, policy } = web;
  const keep = keptPages();
  const finish = (html: string): string => withPaymentTags(html, payments);
  const drawn = pages && drawnPage({ pages, answers, keep, clock, finish });

  const serveFile: MiddlewareHandler = serveStatic({ root: folder, precompressed: true });

  const files: MiddlewareHandler = async (c, next) => {
    const file = isFile(c.req.path) ? await serveFile(c, async () => {}) : undefined;
    if (!(file instanceof Response)) return next();
    // Here, and not in a callback of the library's: that comes after the answer was made.
    const isImmutable = c.req.path.startsWith('/assets/');
    file.headers.set('Cache-Control', isImmutable ? `public, max-age=${YEAR}, immutable` : 'no-cache');
    return file;
  };

  const drawnHere = (c: Context): Promise<Answer | undefined> | undefined => {
    const { pathname, search } = new URL(c.req.url);
    const fresh = hasRecentChange(c, https);
    // A page with leads in it is one more list.
    const count = () => limitedVisits(limiter, 'list', clientAddress(c));
    return drawn?.({ path: pathname, query: search, fresh, count });
  };

  /** What the browser fills. */
  const emptyPage = async (path: string): Promise<Answer> => {
    const html = finish(await shell(path));
    return keep('', html, () => html);
  };

  const send = async (c: Context, page: Answer, isKnown: boolean): Promise<Response> => {
    const { etag, encoding, isThere } = formFor(page, askedBy(c));
    const headers = {
      'Cache-Control': LINK_PAGES.has(c.req.path) ? 'no-store' : 'no-cache',
      ETag: etag,
      Vary: 'Accept-Encoding',
      ...(policy !== undefined && { 'Content-Security-Policy': policyText(policy, payments.script) }),
    };
    if (isKnown && isThere) return c.body(null, 304, headers);
    const type = { ...headers, 'Content-Type': 'text/html; charset=UTF-8' };
    const status = isKnown ? 200 : 404;
    const bytes = encoding && (await page.compressed?.(encoding));
    return bytes === undefined
      ? c.body(page.body, status, type)
      : c.body(bytes, status, { ...type, 'Content-Encoding': encoding ?? '' });
  };

  return new Hono()
    .get('/new-leads.ics', (c) =>
      c.body(icsFile(shopUrl(c), clock()), 200, {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'attachment; filename="new-leads.ics"',
        'Cache-Control': 'no-cache',
      }),
    )
    .use('/*', files)
    .get('/*', async (c) => {
      const page = (await drawnHere(c)) ?? (await emptyPage(c.req.path));
      return send(c, page, KNOWN_PAGES.has(c.req.path));
    })
    .all('/*', (c) => {
      if (!KNOWN_PAGES.has(c.req.path)) return refuse(c, 'NOT_FOUND');
      c.header('Allow', 'GET, HEAD');
      return refuse(c, 'METHOD_NOT_ALLOWED');
    });
};
