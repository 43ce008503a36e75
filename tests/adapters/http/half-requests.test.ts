import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';

import { answerWithin } from '#adapters/http/deadline.ts';
import { answerFaults } from '#adapters/http/faults.ts';
import { wholeBodies } from '#adapters/http/whole-bodies.ts';
import { memoryLog } from '#adapters/memory/log.ts';
import { SAMPLE_USER } from '#config/sample-data.ts';
import { served } from './served.ts';
import { shopApp } from './shop-app.ts';

/** More than there are places for those whose password is looked at. */
const CROWD = 40;

const HEAD = 'Host: shop.example\r\nContent-Type: application/x-www-form-urlencoded\r\n';
const HALF = `${HEAD}Content-Length: 43\r\n\r\nusername=dana`;
const HALF_IN_PIECES = `${HEAD}Transfer-Encoding: chunked\r\n\r\nd\r\nusername=dana\r\n`;

const sendHalf = async (port: number, path: string, rest: string): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(`POST ${path} HTTP/1.1\r\n${rest}`);
  return socket;
};

const signIn = (port: number): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: SAMPLE_USER.email, password: SAMPLE_USER.password }),
  });

describe('whoever sends half a request', () => {
  it.each([
    ['with its length', HALF],
    ['in pieces', HALF_IN_PIECES],
  ])('%s takes no place from those who sign in', async (_, half) => {
    const shop = await shopApp();
    const port = await served(shop);
    await Promise.all(Array.from({ length: CROWD }, () => sendHalf(port, '/api/auth/login', half)));
    await wait(100);
    expect((await signIn(port)).status).toBe(200);
  });

  it.each([
    ['with its length', '/api/contact', HALF],
    ['in pieces', '/api/contact', HALF_IN_PIECES],
    ['to the webhook', '/api/stripe/webhook', HALF],
  ])('%s and goes away is no fault of ours', async (_, path, half) => {
    const shop = await shopApp();
    const port = await served(shop);
    const socket = await sendHalf(port, path, half);
    await wait(100);
    socket.resetAndDestroy();
    const answered = () => shop.log.lines.filter(({ event }) => event === 'request');
    await expect.poll(answered).toHaveLength(1);
    expect(answered()).toMatchObject([{ level: 'info', status: 400 }]);
    expect(shop.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('slowly has all the time that an answer may take once all of it is there', async () => {
    const LIMIT = 300;
    const log = memoryLog();
    const app = new Hono()
      .use(wholeBodies({ most: () => 100, onError: (c) => c.text('too large', 413) }))
      .use(answerWithin(LIMIT, (c) => c.text('late', 503)))
      .post('/', async (c) => c.text(`read ${await c.req.text()}`))
      .onError(answerFaults(log));
    const port = await served({ app, first: (listener) => listener });
    const socket = await sendHalf(port, '/', 'Host: shop.example\r\nContent-Length: 8\r\n\r\nhalf');
    await wait(2 * LIMIT);
    socket.write('half');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 [^]*read halfhalf$/);
  });
});
