import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';

import { describe, expect, it } from 'vitest';

import { served } from './served.ts';
import { SHOP, shopApp } from './shop-app.ts';

/** Asks an app that keeps its lists, so that answers from memory are met too. Answers the status and the body. */
const shopAt = async (publicUrl: string | null): Promise<(path: string, host: string) => Promise<[number, string]>> => {
  const port = await served(await shopApp({ publicUrl, keeps: true }));
  return async (path, host) => {
    const asked = request({ host: '127.0.0.1', port, path, headers: { host } }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return [answer.statusCode ?? 0, (await answer.setEncoding('utf8').toArray()).join('')];
  };
};

const PATHS = ['/dev/mailbox.json', '/dev/checkout.json', '/api/good-lead/top5', '/api/auth/me', '/'];

describe('a shop without PUBLIC_URL', () => {
  it.each(['evil.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example', 'my-laptop:3000'])(
    'refuses whoever came by the name %s, which somebody else can make lead to it',
    async (host) => {
      const ask = await shopAt(null);
      for (const path of PATHS) {
        // What is kept in memory is refused as well: the second request would be answered from it.
        await ask(path, 'localhost');
        const [status, body] = await ask(path, host);
        expect(status).toBe(403);
        expect(JSON.parse(body)).toMatchObject({
          code: 'CROSS_ORIGIN',
          message: expect.stringContaining('Set PUBLIC_URL') as string,
        });
      }
    },
  );

  it.each([
    'localhost',
    'LOCALHOST:3000',
    'localhost.:3000',
    '127.0.0.1:3000',
    '192.168.0.7:3000',
    '[::1]:3000',
    '[fe80::1]',
  ])('answers at %s, which belongs to nobody else', async (host) => {
    const ask = await shopAt(null);
    for (const path of PATHS.slice(0, 3)) expect((await ask(path, host))[0]).toBe(200);
  });
});

describe('a shop with PUBLIC_URL', () => {
  it('answers by whatever name a proxy or a health check comes', async () => {
    const ask = await shopAt(SHOP);
    for (const host of ['shop.example', 'homelead:3000', '10.0.0.7'])
      expect((await ask('/api/good-lead/top5', host))[0]).toBe(200);
  });

  it.each(['http://localhost:3001', 'http://127.0.0.1:3001', 'http://[::1]:3001'])(
    'on this machine, %s, shows its development pages by no foreign name, and answers health checks by any',
    async (publicUrl) => {
      const ask = await shopAt(publicUrl);
      for (const path of ['/dev/mailbox.json', '/dev/mailbox', '/dev/checkout.json']) {
        expect((await ask(path, 'evil.example:3001'))[0]).toBe(403);
        expect((await ask(path, 'localhost:3001'))[0]).toBe(200);
      }
      for (const path of ['/%64ev/mailbox.json', '//dev/mailbox.json', '/./dev/mailbox.json'])
        expect((await ask(path, 'evil.example:3001'))[0]).not.toBe(200);
      expect((await ask('/api/good-lead/top5', 'web-1:3000'))[0]).toBe(200);
    },
  );
});
