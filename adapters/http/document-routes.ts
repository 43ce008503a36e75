import { createHash } from 'node:crypto';

import { Hono } from 'hono';
import type { Context } from 'hono';

import { DOCS_FILES } from './docs/files.ts';
import { docsPage } from './docs/page.ts';
import { OPERATIONS } from './operations/all.ts';
import { apiDocument } from './operations/document.ts';
import { sessionCookie } from './session-cookie.ts';

/** Everything from this host, and nothing inside the page itself. */
const PAGE_HEADERS = {
  'Content-Security-Policy': [
    ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "font-src 'self'"],
    ...["connect-src 'self'", "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'"],
  ].join('; '),
  'X-Frame-Options': 'DENY',
} as const;

type Kept = { readonly text: string; readonly etag: string; readonly headers: Readonly<Record<string, string>> };

const keep = (text: string, type: string, more: Readonly<Record<string, string>> = {}): Kept => ({
  text,
  etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
  headers: { 'Content-Type': type, ...more },
});

const answer = (c: Context, { text, etag, headers }: Kept): Response => {
  const kept = { ETag: etag, 'Cache-Control': 'no-cache' };
  return c.req.header('if-none-match') === etag ? c.body(null, 304, kept) : c.body(text, 200, { ...kept, ...headers });
};

/** The description of the API, for programs and for people. It is made once: it follows from the sources alone. */
export const documentRoutes = ({ https }: { readonly https: boolean }): Hono => {
  const api = apiDocument(OPERATIONS, { sessionCookie: sessionCookie(https) });
  const json = keep(JSON.stringify(api), 'application/json');
  const page = docsPage(api).then((text) => keep(text, 'text/html; charset=utf-8', PAGE_HEADERS));

  const routes = new Hono()
    .get('/api/openapi.json', (c) => answer(c, json))
    .get('/api/docs', async (c) => answer(c, await page));
  for (const { path, type, text } of DOCS_FILES) {
    const file = keep(text, `${type}; charset=utf-8`);
    routes.get(path, (c) => answer(c, file));
  }
  return routes;
};
