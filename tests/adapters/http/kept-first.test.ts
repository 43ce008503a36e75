import { connect } from 'node:net';

import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { keptFirst } from '#adapters/http/kept-first.ts';
import { memorySecrets } from '#adapters/memory/secrets.ts';
import { memoryLimiter } from '#adapters/rate-limiter/limiter.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import { firstLead, shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';
import { served } from './served.ts';

const UNSOLD = '/api/good-lead/unsold';
const TOP5 = '/api/good-lead/top5';
const LISTS = [UNSOLD, `${UNSOLD}?search=austin&page=2&size=3`, `${UNSOLD}?search=nowhere`, TOP5];
const RECENT = '__Host-recent=1';

let shop: ShopApp;
let port: number;
/** How many requests have come as far as the app. */
let seen: number;

const open = async (more: Parameters<typeof shopApp>[0] = {}): Promise<void> => {
  shop = await shopApp({ keeps: true, freshSeconds: 10, ...more });
  seen = 0;
  const first: ShopApp['first'] = (app) =>
    shop.first((request, response) => {
      seen += 1;
      app(request, response);
    });
  port = await served({ app: shop.app, first });
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

describe('what is kept of the lists', () => {
  it.each(LISTS)('is sent before the app sees the request: %s', async (path) => {
    await bytesOf(path);
    expect(seen).toBe(1);
    expect(await bytesOf(path)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(seen).toBe(1);
  });

  it.each(LISTS)('is what the app would answer, to the last byte of its headers: %s', async (path) => {
    const [fromTheApp, atOnce] = await both(path);
    expect(atOnce).toBe(fromTheApp);
  });

  it('is what the app keeps in every form that a request can ask for', async () => {
    const etag = /\r\netag: (\S+)/i.exec(await bytesOf(UNSOLD))?.[1] ?? '';
    // A fresh answer is never compressed, and so has other tags: the app is asked by what it keeps.
    const kept = async (headers: Record<string, string>) => {
      const response = await shop.get(UNSOLD, headers);
      const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
      const named = [...response.headers].filter(([name]) => name !== 'x-request-id');
      return { status: response.status, headers: Object.fromEntries(named), body };
    };
    const atOnce = async (headers: Record<string, string>) => {
      const [head = '', ...body] = (await bytesOf(UNSOLD, { headers })).split('\r\n\r\n');
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
    expect(seen).toBe(1);
  });

  it('has an id of its own each time, which is the one in the log', async () => {
    await bytesOf(UNSOLD);
    const idOf = async () => /\r\nx-request-id: (\S+)/i.exec(await bytesOf(UNSOLD))?.[1];
    const ids = [await idOf(), await idOf()];
    expect(new Set(ids).size).toBe(2);
    const lines = shop.log.lines.filter(({ event }) => event === 'request').slice(-2);
    const told = lines.map(({ milliseconds, ...others }) => ({ ...others, isTimed: typeof milliseconds === 'number' }));
    const line = { level: 'info', event: 'request', method: 'GET', route: UNSOLD, status: 200 };
    expect(told).toEqual(ids.map((requestId) => ({ ...line, requestId, isTimed: true })));
  });

  it('is not sent once a lead has changed', async () => {
    const { id } = await firstLead(shop);
    expect(await bytesOf(UNSOLD)).toContain(id);
    await shop.store.atomically(async ({ leads }) => {
      const lead = await leads.find(id);
      if (lead === undefined) throw new Error('there is no such lead');
      await leads.save({ ...lead, price: lead.price + 100 });
    });
    const before = seen;
    await bytesOf(UNSOLD);
    expect(seen).toBe(before + 1);
  });

  it.each<readonly [string, string, Wish]>([
    ['to a browser that has just changed something', UNSOLD, { headers: { Cookie: `a=1; ${RECENT}` } }],
    ['to HEAD', UNSOLD, { method: 'HEAD' }],
    ['to another method', UNSOLD, { method: 'POST', headers: { 'Content-Length': '0' } }],
    ['to a request with a body', UNSOLD, { headers: { 'Content-Length': '2' }, body: '{}' }],
    ['to a request with a body in pieces', UNSOLD, { headers: { 'Transfer-Encoding': 'chunked' }, body: '0\r\n\r\n' }],
    ['for another query', `${UNSOLD}?page=2`, {}],
    ['for another path', `${UNSOLD}/`, {}],
  ])('is not sent %s', async (_whom, path, wish) => {
    await bytesOf(UNSOLD);
    await bytesOf(path, wish);
    expect(seen).toBe(2);
  });

  it('is not sent where nothing is kept', async () => {
    await open({ keeps: false });
    for (const path of LISTS) for (let time = 0; time < 2; time += 1) await bytesOf(path);
    expect(seen).toBe(2 * LISTS.length);
  });
});

describe('what is kept but cannot be sent', () => {
  it('is left to the app', async () => {
    const compressed = () => Promise.reject(new Error('no memory left to compress'));
    const broken = { body: 'x'.repeat(2_000), etag: '"broken"', compressed };
    const kept = { unsold: () => broken, examples: () => broken };
    const needs = { https: true, trustedProxies: [], log: shop.log, limiter: memoryLimiter(DEFAULT_LIMITS) };
    port = await served({ app: shop.app, first: keptFirst({ ...needs, kept, secrets: memorySecrets() }) });
    expect(await bytesOf(TOP5)).toContain('"broken"');
    const answer = await bytesOf(TOP5, { headers: { 'Accept-Encoding': 'br' } });
    expect(answer).toContain('HTTP/1.1 200');
    expect(answer).not.toContain('"broken"');
  });
});

describe('who has looked too often', () => {
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
