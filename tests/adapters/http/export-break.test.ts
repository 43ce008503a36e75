import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';

import { getRequestListener } from '@hono/node-server';
import { expect, it, onTestFinished, vi } from 'vitest';

import { TIMES, startHttpServer } from '#adapters/http/server.ts';
import { StoreUnavailable } from '#application/ports/atomically.ts';
import type { Vault } from '#application/ports/vault.ts';
import type { VaultedLead } from '#domain/vault.ts';
import { codeOf, subscriber } from './members.ts';
import { served } from './served.ts';
import { shopApp } from './shop-app.ts';

const EXPORT = '/api/good-lead/export';
const SECRET = 'secret@example.com';

/** Enough in one go to fill the buffers of a connection. */
const leads = (count: number, description = ''): readonly VaultedLead[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `lead-${index}`,
    firstName: 'Ann',
    lastName: 'Lee',
    email: undefined,
    phone: undefined,
    address1: undefined,
    city: 'Austin',
    state: 'TX',
    description,
    price: 2_500,
    vaultedAt: 0,
  }));

/** A subscriber of a shop whose vault reads like this. */
const reading = async (all: Vault['all']) => {
  const shop = await shopApp({ around: (outside) => ({ ...outside, vault: { ...outside.vault, all } }) });
  const cookie = await subscriber(shop);
  const audit = async () => (await shop.store.ledger.audit(100)).filter(({ action }) => action === 'export');
  return { ...shop, cookie, audit, exported: () => shop.get(EXPORT, { cookie }) };
};

type Reader = Awaited<ReturnType<typeof reading>>;

/** Asks on a bare connection. */
const ask = async (shop: Reader, port?: number): Promise<Socket> => {
  const socket = connect({ port: port ?? (await served(shop)), host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.write(`GET ${EXPORT} HTTP/1.1\r\nHost: shop.example\r\nCookie: ${shop.cookie}\r\n\r\n`);
  return socket;
};

/** All bytes until the connection is closed. */
const received = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let bytes = '';
    socket.on('data', (data) => (bytes += data.toString()));
    socket.on('close', () => resolve(bytes));
  });

it('answers 503 when the store is down before the first row', async () => {
  // eslint-disable-next-line require-yield -- it fails before
  const shop = await reading(async function* () {
    throw new StoreUnavailable('no answer');
  });
  const response = await shop.exported();
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await codeOf(response)).toEqual([503, 'STORE_UNAVAILABLE']);
  expect(await shop.audit(), 'nothing was exported').toEqual([]);
});

it.each([
  ['a few rows', leads(2)],
  ['more rows than a connection takes at once', leads(2_000, 'x'.repeat(5_000))],
])('breaks the connection when the store goes down after %s, and never ends the file', async (_what, batch) => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  const shop = await reading(async function* () {
    yield batch;
    throw new Error(`SELECT ${SECRET} FROM lead`);
  });
  await expect((await shop.exported()).text()).rejects.toThrow();

  const bytes = await received(await ask(shop));
  expect(bytes).toContain('HTTP/1.1 200 OK');
  expect(bytes).toContain('"lead-1"');
  // Neither the end of the file nor the end of a chunked answer.
  expect(bytes).not.toContain(']}');
  expect(bytes).not.toMatch(/\r\n0\r\n/);
  expect(bytes).not.toMatch(/Error|SELECT/);

  expect(inspect(printed.mock.calls)).not.toMatch(/SELECT/);
  const faults = shop.log.lines.filter(({ level }) => level === 'error');
  expect(faults.map(({ event }) => event)).toEqual(['export broke off', 'export broke off']);
  expect(await shop.audit(), 'one entry for each export, also one that broke off').toHaveLength(2);
});

it('reads no more once the client has gone away', async () => {
  let isOver = false;
  const shop = await reading(async function* () {
    try {
      for (let read = 0; read < 1_000; read += 1) yield leads(200, 'x'.repeat(5_000));
    } finally {
      isOver = true;
    }
  });
  const socket = await ask(shop);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  expect(isOver).toBe(false);
  socket.destroy();
  await vi.waitUntil(() => isOver, { timeout: 5_000 });
  expect(shop.log.lines.find(({ event }) => event === 'vault exported')?.count).toBeLessThan(100_000);
});

it.each([
  ['come', () => leads(2)],
  ['never come, as the store is down by then', () => Promise.reject(new Error('no answer'))],
])('has not broken off where the client goes away while it waits for more rows, which %s', async (_what, more) => {
  const [asked, gone, reply] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  const shop = await reading(async function* () {
    yield leads(2);
    asked.resolve();
    await reply.promise;
    yield await more();
  });
  const listener = getRequestListener(shop.app.fetch);
  const server = await startHttpServer(
    (request, response) => {
      response.once('close', () => gone.resolve());
      void listener(request, response);
    },
    { port: 0, host: '127.0.0.1', times: TIMES },
  );
  onTestFinished(async () => void (await server.drain(0)));
  const socket = await ask(shop, server.port);
  await asked.promise;
  socket.destroy();
  await gone.promise;
  await nextTurn();
  reply.resolve();
  const ended = () => shop.log.lines.filter(({ event }) => event === 'vault exported');
  await vi.waitUntil(() => ended().length > 0, { timeout: 5_000 });
  await nextTurn();
  expect(ended()).toHaveLength(1);
  expect(shop.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

it('reads no further than a slow client takes', async () => {
  const batch = leads(200, 'x'.repeat(1_000));
  let read = 0;
  const shop = await reading(async function* () {
    for (; read < 1_000; read += 1) yield batch;
  });
  const socket = await ask(shop);
  socket.pause();
  // Until it stands still: the buffers on the way are full.
  for (let before = -1; before < read || read === 0; await wait(100)) before = read;
  expect(read).toBeLessThan(100);
  socket.destroy();
});

it('is given up where its reader stands still, whose place is for the next one then', async () => {
  let pieces = 1_000;
  const shop = await reading(async function* () {
    for (let left = pieces; left > 0; left -= 1) yield leads(200, 'x'.repeat(5_000));
  });
  const listener = getRequestListener(shop.app.fetch);
  const times = { ...TIMES, idleTimeout: 1_500 };
  const server = await startHttpServer((...asked) => void listener(...asked), { port: 0, host: '127.0.0.1', times });
  onTestFinished(async () => void (await server.drain(0)));
  const places = [await ask(shop, server.port), await ask(shop, server.port)];
  for (const socket of places) {
    await once(socket, 'data');
    socket.pause();
  }
  expect(await codeOf(await shop.exported())).toEqual([429, 'TOO_MANY_TRIES']);
  pieces = 1;
  const ended = () => shop.log.lines.filter(({ event }) => event === 'vault exported');
  await vi.waitUntil(() => ended().length === 2, { timeout: 10_000 });
  for (const { count } of ended()) expect(count).toBeLessThan(200_000);
  expect((await (await shop.exported()).text()).endsWith(']}')).toBe(true);
  const [first] = places.map(received);
  for (const socket of places) socket.resume();
  expect(await first, 'a part is never taken for the whole').not.toMatch(/\r\n0\r\n/);
});

it('lets everything else have its turn between the pieces, also where the store has all of them at hand', async () => {
  const shop = await reading(async function* () {
    for (let read = 0; read < 40; read += 1) yield leads(250);
  });
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns += 1) await nextTurn();
  })();
  const seen: number[] = [];
  for await (const piece of (await shop.exported()).body ?? []) if (piece.length > 2) seen.push(turns);
  isOver = true;
  await counting;
  // Each piece came at a turn of its own.
  expect(seen).toHaveLength(40);
  expect(new Set(seen).size).toBe(40);
});

it('reads nothing for an answer to HEAD', async () => {
  let isRead = false;
  const shop = await reading(async function* () {
    isRead = true;
    yield leads(1);
  });
  const response = await shop.app.request(`https://shop.example${EXPORT}`, {
    method: 'HEAD',
    headers: { cookie: shop.cookie },
  });
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect(isRead).toBe(false);
});
