import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** What happens to connections: they go through, are refused, or get no answer any more. */
export type ProxyMode = 'pass' | 'refuse' | 'blackhole';

export type Proxy = {
  readonly port: number;
  /** Applies from now on. After a black hole the bytes that were sent meanwhile are passed on. */
  readonly become: (mode: ProxyMode) => void;
  /** Cuts every connection; answers the last bytes that the server had sent on each. */
  readonly cut: () => readonly Buffer[];
  readonly close: () => Promise<void>;
};

/** How many of the last bytes are remembered. */
const TAIL = 16;

type Pair = { readonly client: Socket; readonly server: Socket; tail: Buffer };

/** Stands in front of a server on loopback and can disturb it. */
export const openProxy = async (target: { readonly host: string; readonly port: number }): Promise<Proxy> => {
  const pairs = new Set<Pair>();
  let mode: ProxyMode = 'pass';

  const listener = createServer({ noDelay: true }, (client) => {
    client.on('error', () => {});
    if (mode === 'refuse') return void client.resetAndDestroy();
    const server = connect({ ...target, noDelay: true });
    const pair: Pair = { client, server, tail: Buffer.alloc(0) };
    pairs.add(pair);
    server.on('error', () => {});
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('data', (bytes: Buffer) => {
        if (one === server) pair.tail = Buffer.concat([pair.tail, bytes]).subarray(-TAIL);
        other.write(bytes);
      });
      one.once('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
      if (mode === 'blackhole') one.pause();
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');

  const cut = (): readonly Buffer[] =>
    Array.from(pairs, ({ client, server, tail }) => {
      client.resetAndDestroy();
      server.destroy();
      return tail;
    });

  return {
    port: (listener.address() as AddressInfo).port,
    become: (next) => {
      mode = next;
      if (next === 'refuse') cut();
      for (const { client, server } of pairs)
        for (const socket of [client, server])
          if (next === 'blackhole') socket.pause();
          else socket.resume();
    },
    cut,
    close: async () => {
      listener.close();
      cut();
      await once(listener, 'close');
    },
  };
};
