import { connect } from 'node:net';

import { beforeEach, describe, expect, it } from 'vitest';

import { SAMPLE_USER } from '#config/sample-data.ts';
import { served } from './served.ts';
import { SHOP, shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

const HOST = 'Host: shop.example\r\nConnection: close\r\n';

describe('the product on a real socket', () => {
  let shop: ShopApp;
  let port: number;
  beforeEach(async () => {
    shop = await shopApp();
    port = await served(shop);
  });

  /** Sends bytes as they are; answers everything that comes back until the connection is closed. */
  const send = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(bytes));
      let answer = '';
      socket.on('data', (data) => (answer += data.toString()));
      socket.on('close', () => resolve(answer));
      socket.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ECONNRESET' ? resolve(answer) : reject(error),
      );
    });
  const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

  it('answers 413 to a body that says too late, or falsely, how long it is', async () => {
    const start = `POST /api/stripe/validate-coupon HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;
    const chunk = `${(16_384).toString(16)}\r\n${' '.repeat(16_384)}\r\n`;
    expect(statusOf(await send(`${start}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`))).toBe(413);
    expect(statusOf(await send(`${start}Content-Length: 70000\r\n\r\n${' '.repeat(70_000)}`))).toBe(413);
    const both = `${start}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{ }\r\n0\r\n\r\n`;
    for (const bytes of [both, `${start}Content-Length: -1\r\n\r\n`, `${start}Content-Length: 3, 4\r\n\r\n{ }`])
      expect(statusOf(await send(bytes))).toBe(400);
  });

  it.each(['GET', 'HEAD'])('answers a %s at once, and waits for nothing that it says comes with it', async (method) => {
    const start = `${method} /api/good-lead/top5 HTTP/1.1\r\n${HOST}`;
    for (const rest of ['Content-Length: 70000\r\n\r\n', 'Transfer-Encoding: chunked\r\n\r\n5\r\nhalf'])
      expect(statusOf(await send(start + rest))).toBe(200);
  });

  it('reads no query after a #, and does not take it for the meaning of that query', async () => {
    const pageOf = async (target: string): Promise<unknown> =>
      /"currentPage":(\d+)/.exec(await send(`GET ${target} HTTP/1.1\r\n${HOST}\r\n`))?.[1];
    expect(await pageOf('/api/good-lead/unsold#?page=2&size=10')).toBe('1');
    expect(await pageOf('/api/good-lead/unsold?page=2&size=10')).toBe('2');
  });

  it('writes links that lead to the shop, whatever host a request claims to have come to', async () => {
    const body = new URLSearchParams({ email: SAMPLE_USER.email }).toString();
    const path = '/api/auth/reset-password/request';
    const headers = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nConnection: close\r\n`;
    const requests = [
      `POST ${path} HTTP/1.1\r\nHost: evil.example\r\n${headers}\r\n${body}`,
      `POST http://evil.example${path} HTTP/1.1\r\nHost: evil.example\r\n${headers}\r\n${body}`,
      `POST ${path} HTTP/1.1\r\nHost: shop.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: http\r\nForwarded: host=evil.example\r\n${headers}\r\n${body}`,
    ];
    for (const request of requests) expect(statusOf(await send(request))).toBe(200);
    await shop.queue.drain();
    const mails = (await (await shop.get('/dev/mailbox.json')).json()) as { text: string; html: string }[];
    expect(mails).toHaveLength(3);
    for (const { text, html } of mails) {
      expect(text).toContain(`${SHOP}/reset-password?token=`);
      expect(text + html).not.toContain('evil.example');
    }
  });

  it.each([
    ['a host with a space', 'GET / HTTP/1.1\r\nHost: a b'],
    ['a host with a name and a password', 'GET / HTTP/1.1\r\nHost: u:p@x'],
    ['a host with a port that there is not', 'GET / HTTP/1.1\r\nHost: x:99999'],
    ['a target that is no path', 'OPTIONS * HTTP/1.1\r\nHost: x'],
    ['a target that is no URL', 'GET http://[ HTTP/1.1\r\nHost: x'],
    ['a form to such a host', 'POST /api/contact HTTP/1.1\r\nHost: a b\r\nContent-Length: 0'],
  ])('answers 400 in the form of every refusal to an address that is no URL: %s', async (_name, head) => {
    const answer = await send(`${head}\r\nConnection: close\r\n\r\n`);
    const [headers = '', body = ''] = answer.split('\r\n\r\n');
    expect(statusOf(answer)).toBe(400);
    expect(JSON.parse(body)).toEqual({
      error: 'The address of this request cannot be read: its Host or its path is no part of a URL.',
      message: 'The address of this request cannot be read: its Host or its path is no part of a URL.',
      code: 'INVALID_INPUT',
    });
    expect(headers.toLowerCase()).toContain('\r\ncontent-type: application/json');
    expect(headers.toLowerCase()).toContain('\r\nx-content-type-options: nosniff');
    expect(headers.toLowerCase()).toContain('\r\nstrict-transport-security: max-age=31536000; includesubdomains');
    expect(headers.toLowerCase()).not.toMatch(/\r\n(?:server|x-powered-by):/);
  });

  it.each([
    ['no host, which HTTP/1.1 has to name', 'GET / HTTP/1.1'],
    ['a method that there is not', 'FOO / HTTP/1.1\r\nHost: x'],
  ])('answers 400 and nothing else to what is no request: %s', async (_name, head) => {
    const answer = await send(`${head}\r\nConnection: close\r\n\r\n`);
    const [headers = '', body] = answer.split('\r\n\r\n');
    expect(statusOf(answer)).toBe(400);
    // In chunks, of which there is none.
    expect(['', '0']).toContain(body);
    expect(headers.toLowerCase()).not.toMatch(/\r\n(?:server|x-powered-by|content-type):/);
  });

  it.each([
    ['in HTTP/1.0, which need not', 'HTTP/1.0\r\n'],
    ['but an empty one', 'HTTP/1.1\r\nHost:\r\n'],
  ])('answers whoever names no host, %s, and mails no other link than to the shop', async (_name, version) => {
    expect(statusOf(await send(`GET /api/good-lead/top5 ${version}Connection: close\r\n\r\n`))).toBe(200);
    const body = new URLSearchParams({ email: SAMPLE_USER.email }).toString();
    const headers = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nConnection: close\r\n`;
    const request = `POST /api/auth/reset-password/request ${version}${headers}\r\n${body}`;
    expect(statusOf(await send(request))).toBe(200);
    await shop.queue.drain();
    const [mail] = (await (await shop.get('/dev/mailbox.json')).json()) as { text: string; html: string }[];
    expect(mail?.text).toContain(`${SHOP}/reset-password?token=`);
    expect(`${mail?.text}${mail?.html}`).not.toContain('localhost');
  });

  it('answers 405 to TRACE and repeats nothing of it', async () => {
    const answer = await send(`TRACE /api/auth/me HTTP/1.1\r\n${HOST}Cookie: __Host-session=secret\r\n\r\n`);
    expect(statusOf(answer)).toBeGreaterThanOrEqual(400);
    expect(answer).not.toContain('secret');
  });

  it('says nothing of the programs that it is made of, and opens itself to no other origin', async () => {
    const answer = (
      await send(`GET /api/good-lead/top5 HTTP/1.1\r\n${HOST}Origin: https://evil.example\r\n\r\n`)
    ).toLowerCase();
    expect(answer).not.toMatch(/\r\n(?:server|x-powered-by|via|access-control-[\w-]+):/);
    for (const header of ['x-content-type-options: nosniff', 'x-frame-options: deny', 'referrer-policy: no-referrer'])
      expect(answer).toContain(header);
    expect(answer).toContain('cross-origin-opener-policy: same-origin');
    expect(answer).toContain('cross-origin-resource-policy: same-origin');
    expect(answer).toContain('permissions-policy: geolocation=(), camera=(), microphone=()');
  });
});
