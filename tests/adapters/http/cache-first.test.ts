import { connect } from 'node:net';

import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { answerOf } from '#adapters/http/answers/answer.ts';
import type { PublicAnswer } from '#adapters/http/answers/answer.ts';
import type { DrawnPages } from '#adapters/http/pages/drawn-pages.ts';
import type { Files } from '#adapters/http/pages/folder-files.ts';
import { cacheFirst } from '#adapters/http/cache-first.ts';
import { memoryLimiter } from '#adapters/rate-limiter/memory-limiter.ts';
import { StoreUnavailable } from '#application/ports/atomically.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import { firstLead, shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';
import { served } from './served.ts';

const UNSOLD = '/api/good-lead/unsold';
const TOP5 = '/api/good-lead/top5';
const LISTS = [UNSOLD, `${UNSOLD}?search=austin&page=2&size=3`, `${UNSOLD}?search=nowhere`, TOP5];
const PAGES_WITH_LISTS = ['/', '/?city=Austin&page=2&utm=1', '/lead-vault'];
const PAGES = [...PAGES_WITH_LISTS, '/signin'];
const LINK_PAGES = ['/verify', '/reset-password'];
const [SCRIPT, ICON] = ['/assets/app-Ab12.js', '/icon.svg'];
const FILES = [SCRIPT, ICON];
const RECENT = '__Host-recent=1';

const PACKED = { br: Buffer.from('packed by br'), gzip: Buffer.from('packed by gzip') };

const SCRIPT_FILE: PublicAnswer = {
  body: Buffer.from('let one;'),
  etag: '"one"',
  type: 'text/javascript',
  caching: 'public, max-age=9',
  compressed: (encoding) => Promise.resolve(PACKED[encoding]),
};
const ICON_FILE: PublicAnswer = {
  body: Buffer.from('<svg/>'),
  etag: '"icon"',
  type: 'image/svg+xml',
  caching: 'no-cache',
};
const WEB: Files = new Map([
  [SCRIPT, SCRIPT_FILE],
  [ICON, ICON_FILE],
]);

/** Pages that show what they are given as it is. */
const DRAWN: DrawnPages = {
  wanted: (path, query) => {
    const asked = new URLSearchParams(query);
    const [search, page] = [asked.get('city') ?? '', Number(asked.get('page')) || 1];
    if (path === '/')
      return { address: `/ ${page} ${search}`, list: { name: 'unsold', search, page: Math.max(1, page), size: 10 } };
    if (path === '/lead-vault') return { address: path, list: { name: 'examples' } };
    if (path === '/profile') return { address: path, audience: 'users' };
    if (path === '/signin') return { address: path, audience: 'guests' };
    return [...LINK_PAGES, '/*'].includes(path) ? { address: path } : undefined;
  },
  draw: async (path, _query, answer = 'no answer') =>
    `<!doctype html><head></head><p>${path}</p>${answer}`.padEnd(2_000),
};

let shop: ShopApp;
let port: number;
/** How many requests have come as far as the app. */
let seen: number;

const serveBehind = async (first: ShopApp['first']): Promise<void> => {
  seen = 0;
  const counting: ShopApp['first'] = (app) =>
    first((request, response) => {
      seen += 1;
      app(request, response);
    });
  port = await served({ app: shop.app, first: counting });
};

const open = async (more: Parameters<typeof shopApp>[0] = {}): Promise<void> => {
  shop = await shopApp({ keeps: true, freshSeconds: 10, drawn: DRAWN, files: WEB, ...more });
  await serveBehind(shop.first);
};

type Wish = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string };

/** All bytes of the answer, as they come over the socket. */
const bytesOf = (path: string, { method = 'GET', headers = {}, body = '' }: Wish = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const lines = Object.entries({ Host: 'shop.example', Connection: 'close', ...headers });
    const head = [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)];
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`));
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (data: string) => (answer += data));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });

/** Without what differs from one answer to the next. */
const lasting = (answer: string): string => {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  const [status = '', ...headers] = head.split('\r\n');
  const same = headers.filter((line) => !/^(?:date|x-request-id):/i.test(line)).map((line) => line.toLowerCase());
  return [status, ...same.toSorted(), body].join('\r\n');
};

/** What the app answers, and what is answered once it is kept. */
const both = async (path: string, wish: Wish = {}): Promise<readonly [fromTheApp: string, atOnce: string]> => {
  const fresh = { ...wish, headers: { ...wish.headers, Cookie: RECENT } };
  await bytesOf(path);
  const before = seen;
  const fromTheApp = await bytesOf(path, fresh);
  expect(seen).toBe(before + 1);
  const atOnce = await bytesOf(path, wish);
  expect(seen).toBe(before + 1);
  return [lasting(fromTheApp), lasting(atOnce)];
};

beforeEach(() => open());

describe('what is kept of the lists and the pages', () => {
  it.each([...LISTS, ...PAGES])('is sent before the app sees the request: %s', async (path) => {
    await bytesOf(path);
    expect(seen).toBe(1);
    expect(await bytesOf(path)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(seen).toBe(1);
  });

  it.each(LINK_PAGES)(
    'is never of a page whose address contains a secret, which nobody is to store: %s',
    async (path) => {
      for (const times of [1, 2]) {
        const answer = await bytesOf(`${path}?token=x`);
        expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
        expect(answer).toMatch(/\r\ncache-control: no-store\r\n/i);
        expect(answer).toContain(`<p>${path}</p>`);
        expect(seen).toBe(times);
      }
    },
  );

  it('is never of the page for an address that has none: it is always 404', async () => {
    for (const path of ['/*', '/nowhere', '/*']) expect(await bytesOf(path)).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
  });

  it.each(FILES)('is of a file there from the start: %s', async (path) => {
    expect(await bytesOf(path)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(seen).toBe(0);
  });

  it.each([...LISTS, ...PAGES, ...FILES])(
    'is what the app would answer, to the last byte of its headers: %s',
    async (path) => {
      const [fromTheApp, atOnce] = await both(path);
      expect(atOnce).toBe(fromTheApp);
    },
  );

  it('is what the app would answer, whatever follows the path', async () => {
    const signs = fc.constantFrom(
      '&page=',
      '&city=',
      'Austin',
      ...'1 2 = & + ? # %2B %C3 % / \\ " < : ; | { } ~ . ,'.split(' '),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(signs, { maxLength: 8 }), async (query) => {
        const path = `/?${query.join('')}`;
        await bytesOf(path);
        const fromTheApp = await bytesOf(path, { headers: { Cookie: RECENT } });
        expect(lasting(await bytesOf(path))).toBe(lasting(fromTheApp));
      }),
    );
  });

  it('is not sent for what comes after a #, which the app leaves out', async () => {
    for (const path of ['/?city=a', '/?city=a%23b', '/?city=a']) await bytesOf(path);
    expect(seen).toBe(2);
    expect(lasting(await bytesOf('/?city=a#b'))).toBe(lasting(await bytesOf('/?city=a')));
    expect(seen).toBe(3);
  });

  it('is never the page that somebody has asked for with a query of another one after a #', async () => {
    expect(await bytesOf(`${UNSOLD}#?page=2&size=3`)).toContain('"currentPage":1');
    for (const _ of ['read', 'kept']) expect(await bytesOf(`${UNSOLD}?page=2&size=3`)).toContain('"currentPage":2');
  });

  it.each([UNSOLD, '/', SCRIPT])('is what the app keeps in every form that a request can ask for: %s', async (path) => {
    const etag = /\r\netag: (\S+)/i.exec(await bytesOf(path))?.[1] ?? '';
    const before = seen;
    // A fresh answer is never compressed, and so has other tags: the app is asked by what it keeps.
    const kept = async (headers: Record<string, string>) => {
      const response = await shop.get(path, headers);
      const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
      const named = [...response.headers].filter(([name]) => name !== 'x-request-id');
      return { status: response.status, headers: Object.fromEntries(named), body };
    };
    const atOnce = async (headers: Record<string, string>) => {
      const [head = '', ...body] = (await bytesOf(path, { headers })).split('\r\n\r\n');
      const [status = '', ...lines] = head.split('\r\n');
      const pairs = lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]);
      const named = pairs.map(([name, value]) => [name.toLowerCase(), value] as const);
      const theirs = named.filter(([name]) => !['date', 'connection', 'x-request-id'].includes(name));
      return { status: Number(status.split(' ')[1]), headers: Object.fromEntries(theirs), body: body.join('\r\n\r\n') };
    };
    const encodings = fc.constantFrom(undefined, '', 'br', 'gzip', 'gzip, br', 'identity', 'br;q=0, gzip', 'zstd');
    const tags = fc.constantFrom(
      undefined,
      etag,
      `W/${etag}`,
      `"x", ${etag}`,
      '*',
      '"other"',
      etag.replace(/"$/, '-br"'),
    );
    await fc.assert(
      fc.asyncProperty(encodings, tags, async (accepted, names) => {
        const headers = {
          ...(accepted !== undefined && { 'accept-encoding': accepted }),
          ...(names !== undefined && { 'if-none-match': names }),
        };
        expect(await atOnce(headers)).toEqual(await kept(headers));
      }),
    );
    expect(seen).toBe(before);
  });

  it('has an id of its own each time, which is the one in the log', async () => {
    await bytesOf(UNSOLD);
    const begun = performance.now();
    const idOf = async () => /\r\nx-request-id: (\S+)/i.exec(await bytesOf(UNSOLD))?.[1];
    const ids = [await idOf(), await idOf()];
    expect(new Set(ids).size).toBe(2);
    const lines = shop.log.lines.filter(({ event }) => event === 'request').slice(-2);
    const most = performance.now() - begun + 1;
    const told = lines.map(({ milliseconds = NaN, ...others }) => ({ ...others, isTimed: milliseconds <= most }));
    const line = { level: 'info', event: 'request', method: 'GET', route: UNSOLD, status: 200 };
    expect(told).toEqual(ids.map((requestId) => ({ ...line, requestId, isTimed: true })));
  });

  it('is of a page or a file told of in the log as the app tells of them', async () => {
    for (const path of ['/signin', '/signin', ICON]) await bytesOf(path);
    expect(seen).toBe(1);
    const lines = shop.log.lines.filter(({ event }) => event === 'request');
    expect(lines.map(({ route, status }) => [route, status])).toEqual(Array.from({ length: 3 }, () => ['/*', 200]));
  });

  it.each([UNSOLD, '/'])('is not sent once a lead has changed: %s', async (path) => {
    const { id } = await firstLead(shop);
    expect(await bytesOf(path)).toContain(id);
    await shop.store.atomically(async ({ leads }) => {
      const lead = await leads.find(id);
      if (lead === undefined) throw new Error('there is no such lead');
      await leads.save({ ...lead, price: lead.price + 100 });
    });
    const before = seen;
    await bytesOf(path);
    expect(seen).toBe(before + 1);
  });

  it('is not sent of a page that had to come without its list: it is asked for again', async () => {
    let isDown = true;
    await open({
      around: (outside) => ({
        ...outside,
        marketplace: {
          ...outside.marketplace,
          unsold: (query) =>
            isDown ? Promise.reject(new StoreUnavailable('down')) : outside.marketplace.unsold(query),
        },
      }),
    });
    expect(await bytesOf('/')).toContain('no answer');
    isDown = false;
    expect(await bytesOf('/')).toContain('totalItems');
  });

  it('is not sent of a form for others to a browser that has a session', async () => {
    const session = { headers: { Cookie: `__Host-session=${'s'.repeat(43)}` } };
    for (const path of ['/', '/signin']) await bytesOf(path);
    expect(await bytesOf('/', session)).toContain('totalItems');
    expect(seen).toBe(2);
    expect(await bytesOf('/signin', session)).not.toContain('<p>/signin</p>');
    expect(seen).toBe(3);
  });

  it('is sent of a page for users to a browser that has a session, and to no other', async () => {
    const session = { headers: { Cookie: `__Host-session=${'s'.repeat(43)}` } };
    for (const _ of ['drawn', 'kept']) expect(await bytesOf('/profile', session)).toContain('<p>/profile</p>');
    expect(seen).toBe(1);
    expect(await bytesOf('/profile')).not.toContain('<p>/profile</p>');
    expect(seen).toBe(2);
  });

  it('is not sent of a page on another day, whose year may be another', async () => {
    const newYear = Date.parse('2027-01-01T00:00:00Z');
    const seenAt = async (now: number) => {
      shop.clock.set(now);
      await bytesOf('/signin');
      return seen;
    };
    expect([await seenAt(newYear - 86_400_000), await seenAt(newYear - 1), await seenAt(newYear)]).toEqual([1, 1, 2]);
  });

  it.each<readonly [string, string, Wish]>([
    ['to a browser that has just changed something', UNSOLD, { headers: { Cookie: `a=1; ${RECENT}` } }],
    ['to HEAD', UNSOLD, { method: 'HEAD' }],
    ['to another method', UNSOLD, { method: 'POST', headers: { 'Content-Length': '0' } }],
    ['to a request with a body', UNSOLD, { headers: { 'Content-Length': '2' }, body: '{}' }],
    ['to a request with a body in pieces', UNSOLD, { headers: { 'Transfer-Encoding': 'chunked' }, body: '0\r\n\r\n' }],
    ['for another query', `${UNSOLD}?page=2`, {}],
    ['for another path', `${UNSOLD}/`, {}],
    ['for a path that begins like one', `${TOP5}0`, {}],
  ])('is not sent %s', async (_whom, path, wish) => {
    for (const list of [UNSOLD, TOP5]) await bytesOf(list);
    await bytesOf(path, wish);
    expect(seen).toBe(3);
  });

  it('is one list for a page and the API, however its search is spelled', async () => {
    let reads = 0;
    await open({
      around: (outside) => ({
        ...outside,
        marketplace: {
          ...outside.marketplace,
          unsold: (query) => {
            reads += 1;
            return outside.marketplace.unsold(query);
          },
        },
      }),
    });
    for (const path of ['/?city=Austin', '/?city=%20AUSTIN', `${UNSOLD}?search=austin`])
      expect(await bytesOf(path)).toContain('totalItems');
    expect(reads).toBe(1);
  });

  it('is not sent where nothing is kept', async () => {
    await open({ keeps: false });
    const paths = [...LISTS, ...PAGES_WITH_LISTS];
    for (const path of paths) for (let time = 0; time < 2; time += 1) await bytesOf(path);
    expect(seen).toBe(2 * paths.length);
  });
});

describe('what goes wrong with what is kept', () => {
  type Needs = Parameters<typeof cacheFirst>[0];
  const firstWith = async (faulty: Partial<Needs>): Promise<void> => {
    const first = cacheFirst({
      trustedProxies: [],
      log: shop.log,
      limiter: memoryLimiter(DEFAULT_LIMITS),
      security: { https: true, script: undefined },
      lists: { unsold: () => undefined, examples: () => undefined },
      pages: { file: () => undefined, cached: () => undefined },
      ...faulty,
    });
    await serveBehind(first);
  };

  it('while it is made ready is left to the app', async () => {
    const compressed = () => Promise.reject(new Error('no memory left to compress'));
    const broken = { ...answerOf('x'.repeat(2_000)), etag: '"broken"', compressed };
    await firstWith({ lists: { unsold: () => broken, examples: () => broken } });
    expect(await bytesOf(TOP5)).toContain('"broken"');
    const answer = await bytesOf(TOP5, { headers: { 'Accept-Encoding': 'br' } });
    expect(answer).toContain('HTTP/1.1 200');
    expect(answer).not.toContain('"broken"');
  });

  it('while it is looked for is left to the app', async () => {
    const cached = () => {
      throw new Error('an address that nobody has thought of');
    };
    await firstWith({ pages: { file: () => undefined, cached } });
    expect(await bytesOf('/')).toContain('totalItems');
  });

  it.each(['br', 'identity'])('after it was sent is nothing that the app could answer: %s', async (encoding) => {
    const info = () => {
      throw new Error('no memory left to tell it');
    };
    await firstWith({ log: { ...shop.log, info }, pages: { file: () => SCRIPT_FILE, cached: () => undefined } });
    expect(await bytesOf(SCRIPT, { headers: { 'Accept-Encoding': encoding } })).toContain('HTTP/1.1 200');
    expect(seen).toBe(0);
  });
});

describe('who has looked too often', () => {
  it('gets the page that the browser fills where a list is in it, also when that is kept, and all others as they are', async () => {
    await open({ limits: { ...DEFAULT_LIMITS, list: { tries: 3, seconds: 60 } }, trustedProxies: ['127.0.0.1'] });
    const look = (path: string) => bytesOf(path, { headers: { 'X-Forwarded-For': '198.51.100.1' } });
    for (let time = 0; time < 3; time += 1) expect(await look('/')).toContain('totalItems');
    expect(seen).toBe(1);
    const empty = await look('/');
    expect(empty).toContain('HTTP/1.1 200');
    expect(empty).not.toMatch(/totalItems|no answer/);
    expect(await look(ICON)).toContain('<svg/>');
    expect(await look('/signin')).toContain('/signin');
    expect(await look('/signin')).toContain('/signin');
    expect(seen).toBe(3);
  });

  it('is told so by the app, also when what they ask for is kept', async () => {
    await open({ limits: { ...DEFAULT_LIMITS, list: { tries: 3, seconds: 60 } }, trustedProxies: ['127.0.0.1'] });
    const look = (client: string) => bytesOf(UNSOLD, { headers: { 'X-Forwarded-For': client } });
    for (let time = 0; time < 3; time += 1) expect(await look('198.51.100.1')).toContain('HTTP/1.1 200');
    expect(seen).toBe(1);
    const refused = await look('198.51.100.1');
    expect(refused).toContain('HTTP/1.1 429');
    expect(refused).toMatch(/\r\nretry-after: \d+\r\n/i);
    expect(await look('198.51.100.2')).toContain('HTTP/1.1 200');
    expect(seen).toBe(2);
  });
});
