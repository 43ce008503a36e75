import { createHash } from 'node:crypto';

import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { Context, MiddlewareHandler } from 'hono';

import type { Clock } from '#application/ports/clock.ts';
import { icsFile } from '#domain/calendar.ts';
import type { BrowserPart } from '#application/ports/payment-provider.ts';
import { PAGES } from './contract.ts';
import { refuse } from './failures.ts';
import { policyText } from './headers.ts';
import type { Policy } from './headers.ts';
import { withPaymentTags } from './payment-tags.ts';

export type WebFiles = {
  /** The folder of the built web. */
  readonly folder: string;
  /** The HTML that every page starts from. */
  readonly shell: (path: string) => Promise<string>;
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

/** The web: its files, its pages, and the weekly event for calendars. A page that does not exist answers 404 with the same shell. */
export const pageRoutes = ({
  web: { folder, shell, policy },
  payments,
  clock,
  shopUrl,
}: {
  readonly web: WebFiles;
  readonly payments: BrowserPart;
  readonly clock: Clock;
  readonly shopUrl: (c: Context) => string;
}): Hono => {
  const serveFile: MiddlewareHandler = serveStatic({ root: folder, precompressed: true });

  const files: MiddlewareHandler = async (c, next) => {
    const file = isFile(c.req.path) ? await serveFile(c, async () => {}) : undefined;
    if (!(file instanceof Response)) return next();
    // Here, and not in a callback of the library's: that comes after the answer was made.
    const isImmutable = c.req.path.startsWith('/assets/');
    file.headers.set('Cache-Control', isImmutable ? `public, max-age=${YEAR}, immutable` : 'no-cache');
    return file;
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
      const html = withPaymentTags(await shell(c.req.path), payments);
      const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
      const isKnown = KNOWN_PAGES.has(c.req.path);
      const headers = {
        'Cache-Control': LINK_PAGES.has(c.req.path) ? 'no-store' : 'no-cache',
        ETag: etag,
        ...(policy !== undefined && { 'Content-Security-Policy': policyText(policy, payments.script) }),
      };
      return isKnown && c.req.header('if-none-match') === etag
        ? c.body(null, 304, headers)
        : c.html(html, isKnown ? 200 : 404, headers);
    })
    .all('/*', (c) => {
      if (!KNOWN_PAGES.has(c.req.path)) return refuse(c, 'NOT_FOUND');
      c.header('Allow', 'GET, HEAD');
      return refuse(c, 'METHOD_NOT_ALLOWED');
    });
};
