import { createServer } from 'node:http';
import type { RequestListener, ServerResponse } from 'node:http';
import { Server as SocketServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

import { bag } from './bag.ts';

/**
 * Time-outs, so that slow or silent clients do not hold a connection forever. In milliseconds; the first two are checked every second.
 * `idleTimeout` is for a client that does not read its answer: the connection is closed once no byte has moved for so long, after twice
 * as long at most. It is longer than any answer takes to begin, and long enough for slow readers: the system buffers some megabytes for
 * them and takes more only once a third of these is read, so a steady 25 KB a second is enough.
 */
export const TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  idleTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
} as const;

const LARGEST_HEADERS = 16 * 1024;

/** How many requests may wait on a connection for the answer to one before them (pipelining): browsers and proxies send none ahead. */
const MOST_AHEAD = 16;

/** In milliseconds: how long requests on open connections are still answered after no new connections are accepted. */
const LAST_CALL = 500;
const BETWEEN_LOOKS = 100;

/** The most turns of the event loop to wait for connections that have arrived already. */
const MOST_TURNS = 1_000;

export type HttpServer = {
  readonly port: number;
  /**
   * Accepts no new connections and answers pending requests, telling each client that its connection ends. Resolves to whether
   * everything was answered within so many milliseconds; the rest is cut off.
   */
  readonly drain: (milliseconds: number) => Promise<boolean>;
};

const sayGoodbye = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close');
};

/**
 * Hands on the requests of a connection one after the other. Node hands on all that a client sends at once, and a client that sends a
 * hundred thousand would fill the memory with work, and leave none of the database to anybody else. Answers have to come in the order of
 * the requests anyway. A client with more than `MOST_AHEAD` is cut off.
 */
const oneAfterTheOther = (listener: RequestListener): RequestListener => {
  const waiting = new WeakMap<Socket, number>();
  const waitFor = (socket: Socket, more: number): number => {
    const count = (waiting.get(socket) ?? 0) + more;
    waiting.set(socket, count);
    return count;
  };
  return (request, response) => {
    // A response gets its socket once all before it are sent.
    if (response.socket !== null) return listener(request, response);
    const { socket } = request;
    if (waitFor(socket, 1) > MOST_AHEAD) return socket.destroy();
    response.once('socket', () => {
      waitFor(socket, -1);
      listener(request, response);
    });
  };
};

/** Listens; port 0 is any free one. */
export const startHttpServer = async (
  listener: RequestListener,
  {
    port,
    host,
    times = TIMES,
  }: { readonly port: number; readonly host: string; readonly times?: Readonly<Record<keyof typeof TIMES, number>> },
): Promise<HttpServer> => {
  const unanswered = bag<ServerResponse>();
  const sockets = new Set<Socket>();
  let isLeaving = false;
  let comers = 0;
  let held: (() => void)[] | undefined;

  const { idleTimeout, ...requestTimes } = times;
  const handle: RequestListener = (request, response) => {
    // Not by `once`: it closes a single time, and to take such a listener off again is a twentieth of an answer from memory.
    response.on('close', unanswered.put(response));
    if (isLeaving) sayGoodbye(response);
    if (held === undefined) listener(request, response);
    else held.push(() => listener(request, response));
  };
  const server = createServer({ ...requestTimes, maxHeaderSize: LARGEST_HEADERS }, oneAfterTheOther(handle));
  // Between two requests Node uses `keepAliveTimeout` instead.
  server.timeout = idleTimeout;
  server.on('connection', (socket) => {
    comers += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });

  /** Waits until every connection and request that has arrived is accepted, so that closing afterwards cuts nobody off. */
  const afterLook = async (): Promise<void> => {
    for (let turn = 0, before = -1; turn < MOST_TURNS && before !== comers; turn += 1) {
      before = comers;
      // The first wait may only end a turn that has polled for connections already. Each turn accepts a single one.
      await nextTurn();
      await nextTurn();
    }
  };

  /** Node counts a connection on which nothing was ever sent as active. */
  const closeIdle = (): void => {
    server.closeIdleConnections();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };

  return {
    port: (server.address() as AddressInfo).port,
    drain: async (milliseconds) => {
      isLeaving = true;
      for (const response of unanswered.values()) sayGoodbye(response);
      // Requests are held while the last connections come in, so that answering does not delay accepting them.
      held = [];
      await afterLook();
      // Not the http server's own `close`: it cuts connections that are idle at this instant, with a request perhaps on its way.
      const closed = new Promise((resolve) => SocketServer.prototype.close.call(server, resolve));
      const begin = held;
      held = undefined;
      for (const answer of begin) answer();
      const end = wait(milliseconds, undefined, { ref: false });
      await Promise.race([closed, wait(Math.min(LAST_CALL, milliseconds), undefined, { ref: false })]);
      const looks = setInterval(() => void afterLook().then(closeIdle), BETWEEN_LOOKS);
      await Promise.race([closed, end]);
      clearInterval(looks);
      const isDrained = unanswered.values().length === 0;
      server.closeAllConnections();
      return isDrained;
    },
  };
};
