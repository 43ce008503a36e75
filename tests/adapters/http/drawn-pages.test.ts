import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';

import { afterEach, describe, expect, it, vi } from 'vitest';

import type { DrawnPages } from '#adapters/http/pages/drawn-pages.ts';
import { StoreUnavailable } from '#application/ports/atomically.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import { shopApp, SHOP } from './shop-app.ts';

const STYLE = 'main > p { color: #123 }';

/** Pages that show what they are given as it is, and count how often they are drawn. */
const drawing = () => {
  const drawn: string[] = [];
  const pages: DrawnPages = {
    wanted: (path, query) => {
      if (path === '/signin') return { address: path, audience: 'guests' };
      if (path === '/profile') return { address: path, audience: 'users' };
      if (path === '/lead-vault') return { address: path, list: { name: 'examples' } };
      if (path === '/*') return { address: path };
      const page = Number(new URLSearchParams(query).get('page') ?? 1);
      return path === '/'
        ? { address: `/?page=${page}`, list: { name: 'unsold', search: '', page, size: 10 } }
        : undefined;
    },
    draw: async (path, query, answer = 'no answer') => {
      drawn.push(path + query);
      return `<!doctype html><head><style>${STYLE}</style></head><main>${answer}</main>`;
    },
  };
  return { pages, drawn };
};

const listOf = async (answer: Response): Promise<string> => /<main>(.*)<\/main>/s.exec(await answer.text())?.[1] ?? '';

afterEach(() => void vi.useRealTimers());

describe('a page that is drawn on the server', () => {
  it('has in it what the API answers at that moment', async () => {
    const { pages, drawn } = drawing();
    const shop = await shopApp({ drawn: pages });
    for (const page of ['/', '/?page=3']) {
      const api = await shop.get(`/api/good-lead/unsold?size=10&page=${page === '/' ? 1 : 3}`);
      expect(await listOf(await shop.get(page))).toBe(await api.text());
    }
    expect(await listOf(await shop.get('/lead-vault'))).toBe(await (await shop.get('/api/good-lead/top5')).text());
    expect(drawn).toEqual(['/', '/?page=3', '/lead-vault']);
  });

  it('is drawn once for as long as its list stays the same, and told by its tag', async () => {
    const { pages, drawn } = drawing();
    const shop = await shopApp({ drawn: pages });
    const first = await shop.get('/');
    const etag = first.headers.get('etag') ?? '';
    await shop.get('/?utm=1');
    const again = await shop.get('/', { 'if-none-match': etag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect(drawn).toEqual(['/']);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    shop.clock.step(24 * 3_600_000);
    await shop.get('/');
    expect(drawn).toHaveLength(2);
  });

  it('is drawn once for all who ask for it at the same time', async () => {
    const { pages, drawn } = drawing();
    const shop = await shopApp({ drawn: pages, keeps: true });
    const all = await Promise.all(Array.from({ length: 5 }, async () => shop.get('/')));
    expect(new Set(await Promise.all(all.map(listOf))).size).toBe(1);
    expect(drawn).toEqual(['/']);
  });

  it('is drawn anew for the next one when drawing has failed', async () => {
    const { pages } = drawing();
    let failures = 1;
    const draw: DrawnPages['draw'] = async (...page) => {
      failures -= 1;
      if (failures >= 0) throw new Error('it cannot be drawn');
      return pages.draw(...page);
    };
    const shop = await shopApp({ drawn: { ...pages, draw }, keeps: true });
    const both = await Promise.all([shop.get('/signin'), shop.get('/signin')]);
    expect(both.map(({ status }) => status)).toEqual([500, 500]);
    expect((await shop.get('/signin')).status).toBe(200);
  });

  it('is another one, with another tag, as soon as its list has changed', async () => {
    let isEmpty = false;
    const { get } = await shopApp({
      drawn: drawing().pages,
      around: (outside) => ({
        ...outside,
        marketplace: {
          ...outside.marketplace,
          unsold: async (query) =>
            isEmpty ? { rows: [], currentPage: 1, totalPages: 1, totalItems: 0 } : outside.marketplace.unsold(query),
        },
      }),
    });
    const before = (await get('/')).headers.get('etag') ?? '';
    isEmpty = true;
    const after = await get('/', { 'if-none-match': before });
    expect([after.status, await listOf(after)]).toEqual([200, expect.stringContaining('"totalItems":0')]);
    expect(after.headers.get('etag')).not.toBe(before);
  });

  it('answers HEAD with the same head, and comes compressed', async () => {
    const { pages } = drawing();
    const { app, get } = await shopApp({ drawn: pages });
    const head = await app.request(`${SHOP}/`, { method: 'HEAD' });
    const page = await get('/');
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', page.headers.get('etag')]);
    const packed = await get('/', { 'accept-encoding': 'gzip' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('vary')).toBe('Accept-Encoding');
    expect(packed.headers.get('etag')).not.toBe(page.headers.get('etag'));
    expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(await page.text());
  });

  it('may have the styles whose hash the policy names, and no others', async () => {
    const hash = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
    const { get } = await shopApp({ drawn: drawing().pages, styles: [hash] });
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`style-src 'self' ${hash};`);
    expect(policy).not.toContain('unsafe-inline');
  });

  it('comes without its list when the store is down, and asks for it later', async () => {
    const { get } = await shopApp({
      drawn: drawing().pages,
      around: (outside) => ({
        ...outside,
        marketplace: {
          ...outside.marketplace,
          unsold: () => Promise.reject(new StoreUnavailable('down')),
          dearestVaulted: () => Promise.reject(new StoreUnavailable('down')),
        },
      }),
    });
    for (const path of ['/', '/lead-vault']) {
      const page = await get(path);
      expect([page.status, await listOf(page)]).toEqual([200, 'no answer']);
    }
  });

  it('waits two seconds for its list, no longer, and comes without it', async () => {
    const { get } = await shopApp({
      drawn: drawing().pages,
      around: (outside) => ({
        ...outside,
        marketplace: { ...outside.marketplace, unsold: () => new Promise<never>(() => {}) },
      }),
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let page: Response | undefined;
    const coming = Promise.resolve(get('/')).then((answer) => {
      page = answer;
    });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(page).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await coming;
    expect([page?.status, page && (await listOf(page))]).toEqual([200, 'no answer']);
  });

  it('waits no longer than its list takes, and leaves no timer behind', async () => {
    const { get } = await shopApp({ drawn: drawing().pages });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const timersAfter = async (path: string) => {
      expect(await listOf(await get(path))).toContain('totalItems');
      return vi.getTimerCount();
    };
    // The first visit has begun the window of a limit.
    expect(await timersAfter('/?page=2')).toBe(await timersAfter('/'));
  });

  it('counts as a list: beyond the limit nothing is drawn, and the browser gets the page that it fills itself', async () => {
    const limits = { ...DEFAULT_LIMITS, list: { ...DEFAULT_LIMITS.list, tries: 1 } };
    const { pages, drawn } = drawing();
    const { get } = await shopApp({ drawn: pages, limits });
    expect(await listOf(await get('/'))).toContain('totalItems');
    const shell = await (await get('/verify')).text();
    for (const path of ['/', '/?page=2', '/lead-vault']) {
      const page = await get(path);
      expect([page.status, await page.text()]).toEqual([200, shell]);
    }
    expect(drawn).toEqual(['/']);
    expect(await (await get('/signin')).text()).not.toBe(shell);
  });

  it('is drawn for users where the browser has a session; another one gets the page that leads to the sign-in', async () => {
    const { pages, drawn } = drawing();
    const { get } = await shopApp({ drawn: pages });
    const session = { cookie: `__Host-session=${'s'.repeat(43)}` };
    expect(await listOf(await get('/profile', session))).toBe('no answer');
    expect(await listOf(await get('/profile'))).toBe('');
    expect(drawn).toEqual(['/profile']);
  });

  it('is not drawn with a form for others where the browser has a session: that page waits until it knows', async () => {
    const { get } = await shopApp({ drawn: drawing().pages });
    const session = { cookie: `__Host-session=${'s'.repeat(43)}` };
    const shell = await (await get('/verify')).text();
    const drawn = await get('/signin');
    const tag = drawn.headers.get('etag') ?? '';
    expect(await drawn.text()).not.toBe(shell);
    expect(await (await get('/signin', { ...session, 'if-none-match': tag })).text()).toBe(shell);
    expect(await listOf(await get('/', session))).toContain('totalItems');
  });

  it('is fresh for a browser that has just been told of a change', async () => {
    const asked: (boolean | undefined)[] = [];
    const { get } = await shopApp({
      drawn: drawing().pages,
      freshSeconds: 5,
      around: (outside) => ({
        ...outside,
        marketplace: {
          ...outside.marketplace,
          unsold: (query) => {
            asked.push(query.fresh);
            return outside.marketplace.unsold(query);
          },
          dearestVaulted: (query) => {
            asked.push(query.fresh);
            return outside.marketplace.dearestVaulted(query);
          },
        },
      }),
    });
    for (const path of ['/', '/lead-vault']) {
      await get(path, { cookie: '__Host-recent=1' });
      await get(path);
    }
    expect(asked).toEqual([true, false, true, false]);
  });

  it('is none where the browser draws alone', async () => {
    const { pages, drawn } = drawing();
    const { get } = await shopApp({ drawn: pages });
    expect((await get('/verify?token=x')).headers.get('cache-control')).toBe('no-store');
    expect(drawn).toEqual([]);
  });

  it('is one and the same for all addresses that have none, each of them 404', async () => {
    const { pages, drawn } = drawing();
    const { get } = await shopApp({ drawn: pages });
    for (const path of ['/nowhere', '/no/such/page?x=1', '/*', '/constructor']) {
      const answer = await get(path);
      expect([path, answer.status, await listOf(answer)]).toEqual([path, 404, 'no answer']);
    }
    expect(drawn.map((one) => one.replace(/\?.*/, ''))).toEqual(['/*']);
  });
});
