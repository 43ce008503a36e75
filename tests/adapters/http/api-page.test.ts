import { beforeAll, expect, it } from 'vitest';

import { OPERATIONS } from '#adapters/http/operations/all.ts';
import { DOCUMENT } from './described.ts';
import { shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

let shop: ShopApp;
let response: Response;
let page: string;
beforeAll(async () => {
  shop = await shopApp();
  response = await shop.get('/api/docs');
  page = await response.text();
});

const found = (pattern: RegExp): readonly string[] => [...page.matchAll(pattern)].map(([, text]) => text ?? '');

it('shows every operation under its name, and every schema', () => {
  const ids = found(/\bid="([^"]+)"/g);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(OPERATIONS.map(({ id }) => id)));
  expect(ids).toEqual(expect.arrayContaining(Object.keys(DOCUMENT.components.schemas).map((name) => `schema-${name}`)));
  for (const { summary, path } of OPERATIONS) {
    expect(page).toContain(summary);
    expect(page).toContain(`<code>${path}</code>`);
  }
  expect(found(/href="#([^"]+)"/g).filter((target) => !ids.includes(target))).toEqual([]);
});

it('shows nothing that was not meant to be read', () => {
  expect(page).not.toMatch(/undefined|\[object|&amp;(?:quot|amp|lt);|\*\*/);
});

it('needs nothing but this host, and holds neither scripts nor styles', async () => {
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(response.headers.get('x-frame-options')).toBe('DENY');
  expect(page).not.toMatch(/<style|\sstyle=|<script>|\son\w+="/);
  const files = found(/(?:src|<link [^>]*href)="([^"]+)"/g);
  expect(files).toEqual(['/favicon.svg', '/dev.css', '/api/docs/docs.css', '/api/docs/docs.js']);
  for (const file of files.filter((path) => path.startsWith('/api/'))) expect((await shop.get(file)).status).toBe(200);
  const script = await (await shop.get('/api/docs/docs.js')).text();
  expect(script).not.toMatch(/innerHTML|eval|https?:/);
});

it('leads to the document', () => {
  expect(page).toContain('href="/api/openapi.json"');
});

it('offers to try what can be tried: not what a provider signs, and not files', () => {
  const tried = found(/data-path="([^"]+)"/g);
  const areas = new Set(['Provider', 'Documents']);
  expect(tried).toEqual(OPERATIONS.filter(({ area }) => !areas.has(area)).map(({ path }) => path));
});
