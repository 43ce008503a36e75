import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { filesOf } from '#adapters/http/pages/folder-files.ts';
import { pageAnswers } from '#adapters/http/pages/page-answers.ts';
import { pageRoutes } from '#adapters/http/routes/page-routes.ts';
import { memoryLimiter } from '#adapters/rate-limiter/memory-limiter.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import { served } from './served.ts';

const SHELL = '<!doctype html><title>Homelead</title>';
const unasked = () => Promise.reject(new Error('no page here shows a list'));
const rest = {
  answers: { cached: { unsold: () => undefined, examples: () => undefined }, unsold: unasked, examples: unasked },
  payments: { title: undefined, hostedPages: [], script: undefined },
  clock: () => 0,
};
const SECRET = 'what nobody may read';
const PACKED = { br: 'packed by br', gzip: 'packed by gzip' };

describe('the files of the web', () => {
  let root: string;
  let app: Hono;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'homelead-web-'));
    const folder = join(root, 'web');
    await mkdir(join(folder, 'assets', '.hidden'), { recursive: true });
    await mkdir(join(folder, '.git'));
    const files = {
      'web/index.html': SHELL,
      'web/assets/app-Ab12.js': 'let one;',
      'web/assets/app-Ab12.js.br': PACKED.br,
      'web/assets/app-Ab12.js.gz': PACKED.gzip,
      'web/assets.webmanifest': '{}',
      'web/LICENSE': 'ours',
      'web/assets/.hidden/a.js': SECRET,
      'web/favicon.svg': '<svg/>',
      'web/.env': SECRET,
      'web/.git/config.txt': SECRET,
      'web/assets/.map.js': SECRET,
      'outside.txt': SECRET,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
    const web = { files: await filesOf(folder), shell: async () => SHELL };
    const visit = { clientAddress: () => '127.0.0.1', https: true, shopUrl: () => 'https://shop.example' };
    const limiter = memoryLimiter(DEFAULT_LIMITS);
    const pages = pageAnswers({ web, ...rest });
    app = new Hono().route('/', pageRoutes({ pages, limiter, clock: () => 0, ...visit }));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  const get = async (path: string, headers: Record<string, string> = {}) =>
    app.request(`http://shop.example${path}`, { headers });

  it('with a hash in their name are kept for a year, the others are asked for again', async () => {
    const asset = await get('/assets/app-Ab12.js');
    expect([asset.status, await asset.text()]).toEqual([200, 'let one;']);
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/favicon.svg', '/assets.webmanifest'])
      expect((await get(path)).headers.get('cache-control')).toBe('no-cache');
  });

  it('are not sent again to whoever has them', async () => {
    for (const path of ['/assets/app-Ab12.js', '/favicon.svg']) {
      const tag = (await get(path)).headers.get('etag') ?? '';
      const again = await get(path, { 'if-none-match': tag });
      expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
      expect((await get(path, { 'if-none-match': '"another"' })).status).toBe(200);
    }
  });

  it('are not sent to whoever wants only what is not there', async () => {
    for (const path of ['/assets/app-Ab12.js', '/favicon.svg', '/signin'])
      expect([path, (await get(path, { 'if-none-match': '*' })).status]).toEqual([path, 304]);
    expect((await get('/nowhere', { 'if-none-match': '*' })).status).toBe(404);
  });

  it('are those that were there at the start, whatever is built over them meanwhile', async () => {
    await rm(join(root, 'web', 'favicon.svg'));
    expect(await (await get('/favicon.svg')).text()).toBe('<svg/>');
  });

  it('say what they are', async () => {
    expect((await get('/assets/app-Ab12.js')).headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect((await get('/favicon.svg')).headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect((await get('/LICENSE')).headers.get('content-type')).toBe('application/octet-stream');
    expect((await get('/signin')).headers.get('content-type')).toBe('text/html; charset=UTF-8');
  });

  it('are served compressed to whoever can read that, under their own name only', async () => {
    for (const [encoding, packed] of Object.entries(PACKED)) {
      const compressed = await get('/assets/app-Ab12.js', { 'accept-encoding': encoding });
      expect([compressed.headers.get('content-encoding'), await compressed.text()]).toEqual([encoding, packed]);
    }
    for (const path of ['/assets/app-Ab12.js.br', '/assets/app-Ab12.js.gz']) {
      const answer = await get(path);
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, SHELL]);
    }
  });

  it.each([
    '/.env',
    '/.git/config.txt',
    '/assets/.hidden/a.js',
    '/assets/.map.js',
    '/%2eenv',
    '/.%65nv',
    '/assets/%2ehidden/a.js',
    '/../outside.txt',
    '/%2e%2e/outside.txt',
    '/assets/..%2f..%2foutside.txt',
    '/assets/..%5c..%5coutside.txt',
    '/..%00/outside.txt',
    '//outside.txt',
    '/assets//../../outside.txt',
    '/%252e%252e/outside.txt',
    '/index.html',
  ])('that are hidden, or outside of the web, are not there: %s', async (path) => {
    const answer = await get(path);
    expect([answer.status, (await answer.text()).includes(SECRET)]).toEqual([404, false]);
  });

  it('are the same on a real socket, where what a browser tidies up arrives as it was typed', async () => {
    const port = await served({ app, first: (rest) => rest });
    const raw = (path: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect({ port, host: '127.0.0.1' }, () =>
          socket.write(`GET ${path} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n`),
        );
        let answer = '';
        socket.on('data', (data) => (answer += data.toString()));
        socket.on('close', () => resolve(answer));
      });
    const asset = await raw('/assets/app-Ab12.js');
    expect(asset).toContain('HTTP/1.1 200');
    expect(asset.toLowerCase()).toContain('cache-control: public, max-age=31536000, immutable');
    for (const path of [
      '/.env',
      '/../outside.txt',
      '/assets/../../outside.txt',
      '/assets/.hidden/a.js',
      '/..\\outside.txt',
    ]) {
      const answer = await raw(path);
      expect([path, /^HTTP\/1\.1 4\d\d/.test(answer), answer.includes(SECRET)]).toEqual([path, true, false]);
    }
  });

  it('the page that the browser fills is made ready once, and again when its source changes, as it does in development', async () => {
    const web = { files: new Map(), shell: async (path: string) => `${path.slice(0, 3)} ${build}` };
    let build = 'old';
    const pages = pageAnswers({ web, ...rest });
    const visit = { query: '', fresh: false, hasSession: false, count: async () => true };
    const textOf = async (path: string) => String((await pages.page({ ...visit, path })).body);
    expect(await pages.page({ ...visit, path: '/signin' })).toBe(await pages.page({ ...visit, path: '/signup' }));
    expect([await textOf('/'), await textOf('/signin')]).toEqual(['/ old', '/si old']);
    build = 'new';
    expect([await textOf('/'), await textOf('/signin')]).toEqual(['/ new', '/si new']);
    expect(String((await pages.missing({ ...visit, path: '/nowhere' })).body)).toBe('/no new');
  });

  it('a page that does not exist is not there for whoever has been told so before, either', async () => {
    const tag = (await get('/nowhere')).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"/);
    const again = await get('/nowhere', { 'if-none-match': tag });
    expect([again.status, await again.text()]).toEqual([404, SHELL]);
    expect((await get('/signin', { 'if-none-match': tag })).status).toBe(304);
  });

  it('the pages whose address comes with a secret are not to be kept by anybody', async () => {
    for (const path of ['/verify?token=x', '/reset-password?token=x'])
      expect((await get(path)).headers.get('cache-control')).toBe('no-store');
    expect((await get('/signin')).headers.get('cache-control')).toBe('no-cache');
  });
});
