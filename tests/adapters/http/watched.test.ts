import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { Hono } from 'hono';
import { beforeEach, describe, expect, it } from 'vitest';

import { inNetworks } from '#adapters/http/client-address.ts';
import { healthRoutes } from '#adapters/http/routes/health-routes.ts';
import type { Readiness } from '#adapters/http/routes/health-routes.ts';
import { metricsRoutes } from '#adapters/http/routes/metrics-routes.ts';
import { workerApp } from '#adapters/http/worker-app.ts';
import { codeOf } from './members.ts';
import { served } from './served.ts';
import { SHOP, shopApp } from './shop-app.ts';

const TOKEN = 'a-token-of-the-tests';
const WELL: Readiness = { serving: 'ok', database: 'ok', migrations: 'ok', clock: 'ok' };

let readiness: Readiness;
let asked: number;
beforeEach(() => {
  readiness = WELL;
  asked = 0;
});

const watchedWith = ({ token, proxies = [] }: { readonly token?: string; readonly proxies?: readonly string[] } = {}) =>
  new Hono().route('/', healthRoutes({ readiness: async () => ((asked += 1), readiness) })).route(
    '/',
    metricsRoutes({
      metrics: async () => ({ contentType: 'text/plain; version=0.0.4', text: 'counted 1\n' }),
      token,
      isTrustedProxy: inNetworks(proxies),
    }),
  );

/** A process of each role. */
const apps: readonly [string, (watched: Hono) => Promise<Hono>][] = [
  ['a process that serves the shop', async (watched) => (await shopApp({ watched })).app],
  ['a worker', async (watched) => workerApp(watched)],
];

describe.each(apps)('%s', (_name, appWith) => {
  it('lives, and says so without a look at anything', async () => {
    readiness = { ...WELL, database: 'failed' };
    const response = await (await appWith(watchedWith())).request('/healthz');
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    expect(asked).toBe(0);
  });

  it('is ready when all is well', async () => {
    const response = await (await appWith(watchedWith())).request('/readyz');
    expect([response.status, await response.json()]).toEqual([200, { status: 'ready', checks: WELL }]);
  });

  it('tells a load balancer, too, that asks in HTTP/1.0 and names no host, and shows it no metrics', async () => {
    const port = await served({ app: await appWith(watchedWith()), first: (app) => app });
    const answerAt = (path: string): Promise<string> => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.write(`GET ${path} HTTP/1.0\r\n\r\n`);
      return text(socket);
    };
    expect(await answerAt('/readyz')).toMatch(/^HTTP\/1\.1 200 [\s\S]+\{"status":"ready"/);
    expect(await answerAt('/metrics')).toMatch(/^HTTP\/1\.1 404 /);
  });

  it.each(['serving', 'database', 'migrations', 'clock'])(
    'is not ready when %s is not well, and names it',
    async (check) => {
      readiness = { ...WELL, [check]: 'failed' };
      const response = await (await appWith(watchedWith())).request('/readyz');
      expect([response.status, await response.json()]).toEqual([503, { status: 'not ready', checks: readiness }]);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );

  it.each(['/healthz', '/readyz'])(
    'answers HEAD at %s like GET without the body, and no other method',
    async (path) => {
      const app = await appWith(watchedWith());
      const head = await app.request(path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      const post = await app.request(path, { method: 'POST' });
      expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    },
  );

  it('is stored by nobody, gives no cookie and has the security headers', async () => {
    const app = await appWith(watchedWith({ token: TOKEN }));
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      const { headers } = await app.request(path, { headers: { authorization: `Bearer ${TOKEN}` } });
      expect([path, headers.get('cache-control'), headers.get('set-cookie')]).toEqual([path, 'no-store', null]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('shows what it has counted to whoever knows the token', async () => {
    const app = await appWith(watchedWith({ token: TOKEN }));
    const response = await app.request('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
    expect([response.status, await response.text()]).toEqual([200, 'counted 1\n']);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4');
  });

  it('shows it by one spelling, so that a proxy can keep it closed', async () => {
    const app = await appWith(watchedWith({ token: TOKEN }));
    for (const path of ['/%6Detrics', '/metric%73', '/metrics/', '//metrics', '/METRICS'])
      expect((await app.request(path, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(404);
  });

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['another token', { authorization: `Bearer ${TOKEN}x` }],
    ['the token alone', { authorization: TOKEN }],
    ['no token', { authorization: 'Bearer ' }],
  ])('has no such page for somebody elsewhere with %s', async (_what, headers) => {
    const app = await appWith(watchedWith({ token: TOKEN }));
    expect((await app.request('/metrics', { headers })).status).toBe(404);
  });

  it.each([
    ['127.0.0.1', 200],
    ['203.0.113.9', 404],
    ['::ffff:203.0.113.9', 404],
  ])('believes the socket, and no name of this machine, who asks: %s', async (remoteAddress, status) => {
    const app = await appWith(watchedWith({ token: TOKEN }));
    const asks = { headers: { host: 'localhost:3000' } };
    const incoming = { socket: { remoteAddress, remotePort: 40_000 } };
    expect((await app.request('/metrics', asks, { incoming })).status).toBe(status);
  });

  it('has no such page for anybody elsewhere where there is no token', async () => {
    const app = await appWith(watchedWith());
    for (const authorization of ['Bearer undefined', 'Bearer ', 'Bearer'])
      expect((await app.request('/metrics', { headers: { authorization } })).status).toBe(404);
  });
});

it('a worker answers nothing else', async () => {
  for (const path of ['/', '/api/good-lead/unsold', '/dev/mailbox', '/new-leads.ics'])
    expect(await codeOf(await workerApp(watchedWith()).request(path))).toEqual([404, 'NOT_FOUND']);
});

it('a worker that cannot be looked at tells nothing of why', async () => {
  const readiness = () => Promise.reject(new Error('leaked'));
  const response = await workerApp(healthRoutes({ readiness })).request('/readyz');
  expect(await response.clone().text()).not.toContain('leaked');
  expect(await codeOf(response)).toEqual([500, 'UNEXPECTED']);
});

it('whoever asks how the process is leaves no line in the log', async () => {
  const shop = await shopApp({ watched: watchedWith() });
  for (const path of ['/healthz', '/readyz', '/metrics']) await shop.get(path);
  expect(shop.log.lines).toEqual([]);
  await shop.get('/');
  expect(shop.log.lines).toHaveLength(1);
});

describe('on this machine /metrics', () => {
  const statusOf = async (
    headers: IncomingHttpHeaders,
    { method = 'GET', ...settings }: { method?: string; token?: string; proxies?: readonly string[] } = {},
  ): Promise<number | undefined> => {
    const port = await served(await shopApp({ watched: watchedWith(settings) }));
    return new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: '/metrics', method, headers, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
  };

  it('needs no token', async () => {
    expect(await statusOf({})).toBe(200);
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000', '[::1]'])
      expect(await statusOf({ host }, { token: TOKEN })).toBe(200);
    expect(await statusOf({}, { method: 'HEAD' })).toBe(200);
  });

  it.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', 'x-forwarded-host', 'x-forwarded-proto'])(
    'is not there for a request that a proxy has handed on with %s, whatever it says',
    async (header) => {
      expect(await statusOf({ [header]: '127.0.0.1' })).toBe(404);
    },
  );

  it('is not there for a request of one of our proxies, nor for one to another name', async () => {
    expect(await statusOf({}, { proxies: ['127.0.0.0/8'] })).toBe(404);
    for (const host of ['shop.example', 'localhost.evil.example', '127.0.0.1.evil.example', new URL(SHOP).host])
      expect(await statusOf({ host })).toBe(404);
  });

  it('is there for a request of our proxy with the token', async () => {
    const headers = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.9' };
    expect(await statusOf(headers, { proxies: ['127.0.0.1'], token: TOKEN })).toBe(200);
  });

  it('takes nothing but GET and HEAD', async () => {
    expect(await statusOf({}, { method: 'POST' })).toBe(404);
  });
});
