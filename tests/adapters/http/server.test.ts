import { Agent, request } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

import { describe, expect, it, onTestFinished } from 'vitest';

import { TIMES, startHttpServer } from '#adapters/http/server.ts';

const HOST = '127.0.0.1';

const start = async (listener: RequestListener, times: Parameters<typeof startHttpServer>[1]['times'] = TIMES) => {
  const server = await startHttpServer(listener, { port: 0, host: HOST, times });
  onTestFinished(async () => void (await server.drain(0)));
  return server;
};

const OK: RequestListener = (_request, response) => void response.end('well');

/** A client that keeps its one connection. */
const keeping = (port: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const get = (): Promise<IncomingMessage & { readonly text: string }> =>
    new Promise((resolve, reject) => {
      const asked = request({ host: HOST, port, agent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (data: string) => (text += data));
        response.on('end', () => resolve(Object.assign(response, { text })));
        response.on('error', reject);
      });
      asked.on('error', reject).end();
    });
  return get;
};

const isRefused = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: HOST, port });
    socket.once('error', () => resolve(true));
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
  });

const silent = async (port: number, words = ''): Promise<Socket> => {
  const socket = connect({ host: HOST, port }).on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  if (words !== '') socket.write(words);
  return socket;
};

const MEGABYTE = 2 ** 20;
const MUCH = 60 * MEGABYTE;

/** A server whose answers are more than fits between it and a client; `left` once the first has gone whole or been given up. */
const answeringMuch = async (times: Parameters<typeof start>[1]) => {
  const left = Promise.withResolvers<void>();
  const { port } = await start((_request, response) => {
    response.once('close', () => left.resolve());
    const piece = Buffer.alloc(MEGABYTE / 4);
    Readable.from(Array.from({ length: 4 * 60 }, () => piece)).pipe(response);
  }, times);
  return { port, left: left.promise };
};

describe('a server that ends', () => {
  it('finishes the answers that it has begun, tells their clients that it goes, and takes no new connection', async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const { port, drain } = await start((_request, response) => {
      begun.resolve();
      void gate.promise.then(() => response.end('at last'));
    });
    const answer = keeping(port)();
    await begun.promise;
    const drained = drain(5_000);
    await expect.poll(() => isRefused(port)).toBe(true);
    gate.resolve();
    const { text, headers } = await answer;
    expect([text, headers.connection]).toEqual(['at last', 'close']);
    expect(await drained).toBe(true);
  });

  it('finishes an answer whose beginning is sent already', async () => {
    const gate = Promise.withResolvers<void>();
    const { port, drain } = await start((_request, response) => {
      response.write('half ');
      void gate.promise.then(() => response.end('whole'));
    });
    const socket = await silent(port, 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
    let bytes = '';
    socket.on('data', (data) => (bytes += String(data)));
    await once(socket, 'data');
    const drained = drain(5_000);
    gate.resolve();
    expect(await drained).toBe(true);
    expect(bytes).toMatch(/half [^]*whole[^]*\r\n0\r\n\r\n$/);
  });

  it('still answers what comes on a connection that is open, once', async () => {
    const { port, drain } = await start(OK);
    const get = keeping(port);
    expect((await get()).headers.connection).toBe('keep-alive');
    const drained = drain(5_000);
    const last = await get();
    expect([last.text, last.headers.connection]).toEqual(['well', 'close']);
    expect(await drained).toBe(true);
    await expect(get()).rejects.toThrow(/ECONNREFUSED/);
  });

  it('waits neither for connections that are idle nor for those that never said a word', async () => {
    const { port, drain } = await start(OK);
    await keeping(port)();
    await silent(port);
    const answered = Promise.race([drain(60_000), new Promise((resolve) => setTimeout(resolve, 10_000, 'too late'))]);
    expect(await answered).toBe(true);
  });

  it('does not take half a request for one that it owes an answer', async () => {
    const { port, drain } = await start(OK);
    const socket = await silent(port, 'GET / HTTP/1.1\r\nHost');
    expect(await drain(1_000)).toBe(true);
    await once(socket, 'close');
  });

  it('cuts off what is not answered in time, and says so', async () => {
    const { port, drain } = await start(() => {});
    const answer = keeping(port)();
    const failed = answer.catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await drain(300)).toBe(false);
    expect(await failed).toBeInstanceOf(Error);
  });
});

describe('the patience of the server (C26)', () => {
  it('answers 431 to headers of more than 16 KiB', async () => {
    const { port } = await start(OK);
    const long = `GET / HTTP/1.1\r\nHost: shop\r\nX-Long: ${'x'.repeat(17 * 1024)}\r\n\r\n`;
    const [data] = (await once(await silent(port, long), 'data')) as [Buffer];
    expect(String(data)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('ends where a client is silent in the middle of its headers or of its body', async () => {
    expect(TIMES).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000 });
    const times = { ...TIMES, headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 };
    const { port } = await start((asked) => void asked.resume(), times);
    const begun = await Promise.all([
      silent(port, 'GET / HTTP/1.1\r\nHost'),
      silent(port, 'POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 9\r\n\r\nhalf'),
    ]);
    for (const [data] of (await Promise.all(begun.map((socket) => once(socket, 'data')))) as [Buffer][])
      expect(String(data)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('ends where a client does not read its answer', async () => {
    expect(TIMES.idleTimeout, 'longer than any answer takes to begin').toBe(60_000);
    const { port, left } = await answeringMuch({ ...TIMES, idleTimeout: 200 });
    const socket = await silent(port, 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
    const started = performance.now();
    await left;
    expect(performance.now() - started).toBeGreaterThan(150);
    // The rest of what was on its way, and no end.
    let last = '';
    socket.on('data', (data) => (last = data.toString().slice(-9)));
    await once(socket, 'close');
    expect(last).not.toContain('0\r\n\r\n');
  });

  it('lasts as long as a client reads, however slowly', async () => {
    const { port, left } = await answeringMuch({ ...TIMES, idleTimeout: 1_000 });
    const socket = await silent(port, 'GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n');
    const started = performance.now();
    // A twentieth of a second for each megabyte.
    let read = 0;
    socket.on('data', (data) => {
      const before = read;
      read += data.length;
      if (Math.floor(read / MEGABYTE) === Math.floor(before / MEGABYTE)) return;
      socket.pause();
      setTimeout(() => socket.resume(), 50);
    });
    await once(socket, 'close');
    await left;
    expect(performance.now() - started).toBeGreaterThan(2_500);
    expect(read).toBeGreaterThan(MUCH);
  });

  it('is another one between two requests on a connection', async () => {
    const { port } = await start(OK, { ...TIMES, idleTimeout: 200 });
    const socket = await silent(port);
    for (let each = 0; each < 2; each += 1) {
      socket.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
      const [data] = (await once(socket, 'data')) as [Buffer];
      expect(String(data)).toMatch(/^HTTP\/1\.1 200 /);
      await wait(600);
      expect(socket.readableEnded || socket.destroyed).toBe(false);
    }
  });
});

describe('requests that a client sends ahead of the answers', () => {
  const REQUEST = 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n';

  /** A server that tells which requests it has begun, and answers each when it is told to. */
  const answeringLater = async () => {
    const begun: string[] = [];
    const answers: (() => void)[] = [];
    const { port, drain } = await start(({ url = '' }, response) => {
      begun.push(url);
      answers.push(() => void response.end(url));
    });
    return { port, drain, begun, answerNext: () => answers.shift()?.() };
  };

  it('are begun one after the other, and answered in their order', async () => {
    const { port, begun, answerNext } = await answeringLater();
    const paths = Array.from({ length: 17 }, (_, index) => `/${index}`);
    const socket = await silent(port, paths.map((path) => REQUEST.replace('/', path)).join(''));
    let answered = '';
    socket.on('data', (data) => (answered += String(data)));
    for (const [index] of paths.entries()) {
      await expect.poll(() => begun).toEqual(paths.slice(0, index + 1));
      answerNext();
    }
    await expect.poll(() => answered.match(/^\/\d+/gm)).toEqual(paths);
  });

  it('cost a client with too many of them its connection, and the server nothing', async () => {
    const { port, drain, begun, answerNext } = await answeringLater();
    const socket = await silent(port, REQUEST.repeat(1_000));
    await once(socket, 'close');
    expect(begun).toHaveLength(1);
    answerNext();
    expect(await drain(1_000), 'nothing is left to be answered').toBe(true);
    expect(begun).toHaveLength(1);
  });
});
