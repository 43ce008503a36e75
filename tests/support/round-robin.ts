import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy that passes each request to the next of its origins, such as `http://127.0.0.1:1234`; an origin that refuses the connection
 * is skipped. It names the client, as proxies do.
 */
export const roundRobin = async () => {
  let origins: readonly string[] = [];
  let turn = 0;
  const taken = new Map<string, number>();

  const hand = (incoming: IncomingMessage, outgoing: ServerResponse, place: number, untried: number): void => {
    const origin = origins[place % origins.length];
    if (origin === undefined || untried === 0) return void outgoing.writeHead(502).end();
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress };
    const { method, url } = incoming;
    const onward = request(new URL(url ?? '/', origin), { method, headers, agent: false });
    onward.on('response', (answer) => {
      taken.set(origin, (taken.get(origin) ?? 0) + 1);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return hand(incoming, outgoing, place + 1, untried - 1);
      outgoing.destroy();
    });
    // The body is not read before an origin has accepted the connection, so that the request can still be passed to the next.
    onward.on('socket', (socket) => socket.once('connect', () => incoming.pipe(onward)));
  };

  const server = createServer((incoming, outgoing) => hand(incoming, outgoing, (turn += 1), origins.length));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Sets the origins from now on. */
    between: (next: readonly string[]): void => void (origins = next),
    /** How many requests each origin has answered. */
    taken,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
