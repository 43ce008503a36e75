import { beforeAll, describe, expect, it } from 'vitest';

import { PAGES } from '#adapters/http/contract/contract.ts';
import { codeOf } from './members.ts';
import { SHOP, shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

let shop: ShopApp;
beforeAll(async () => {
  shop = await shopApp();
});

const ask = async (method: string, path: string) => shop.app.request(`${SHOP}${path}`, { method });

/** Every path of the API with the methods that it takes. */
const known = (): ReadonlyMap<string, readonly string[]> => {
  const routes = shop.app.routes.filter(({ path, method }) => /^\/api\/[^*]+$/.test(path) && method !== 'ALL');
  const byPath = Map.groupBy(routes, ({ path }) => path);
  return new Map([...byPath].map(([path, all]) => [path, [...new Set(all.map(({ method }) => method))]]));
};

describe('a path that is known', () => {
  it('answers 405 and the methods that it takes to every other one', async () => {
    expect(known().size).toBeGreaterThan(18);
    for (const [path, methods] of known()) {
      const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (allowed.includes(method)) continue;
        const answer = await ask(method, path);
        expect([method, path, answer.status, answer.headers.get('allow')]).toEqual([
          method,
          path,
          405,
          allowed.join(', '),
        ]);
      }
    }
  });

  it('answers HEAD like GET, but for the body', async () => {
    for (const [path, methods] of known()) {
      if (!methods.includes('GET')) continue;
      const [head, get] = [await ask('HEAD', path), await ask('GET', path)];
      expect([path, head.status, await head.text()]).toEqual([path, get.status, '']);
      // What describes the API, and the public lists, are the same for everybody and may be kept, if they are asked for again.
      const isPublic = /^\/api\/(?:docs|openapi|good-lead\/unsold$|good-lead\/top5$)/.test(path);
      expect([path, head.headers.get('cache-control')]).toEqual([path, isPublic ? 'no-cache' : 'no-store']);
    }
  });

  it('is one of ours: pages and the calendar answer 405 to whoever would change them', async () => {
    for (const page of [...PAGES, '/new-leads.ics']) {
      const answer = await ask('POST', page);
      expect([page, answer.headers.get('allow'), ...(await codeOf(answer))]).toEqual([
        page,
        'GET, HEAD',
        405,
        'METHOD_NOT_ALLOWED',
      ]);
    }
    expect(await codeOf(await ask('DELETE', '/no/such/page'))).toEqual([404, 'NOT_FOUND']);
  });

  it('has one spelling: any other one is an unknown path, and never the web', async () => {
    for (const path of known().keys()) {
      const others = [
        path.toUpperCase(),
        `${path}/`,
        `/${path}`,
        path.replace('/api/', '/api//'),
        path.replace('/api/', '/api/./'),
        // The last letter, and one of `/api/`, as they could be written too.
        `${path.slice(0, -1)}%${path.charCodeAt(path.length - 1).toString(16)}`,
        path.replace('/api/', '/%61pi/'),
        path.replace('/api/', '/api/%2e/x/'),
        `${path}%00`,
        `${path};a=b`,
        path.replaceAll('/', '%2f').slice(3),
      ].filter((other) => URL.canParse(SHOP + other) && new URL(SHOP + other).pathname !== path);
      for (const other of others) {
        const answer = await ask('GET', other);
        expect([other, answer.status]).toEqual([other, 404]);
        if (other.startsWith('/api/')) expect((await codeOf(answer))[1]).toBe('NOT_FOUND');
        else expect(await answer.text()).not.toContain('"data"');
      }
    }
  });
});
