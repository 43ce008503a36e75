import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const PART = 'x'.repeat(65_536);

/** A server whose answers begin like any and never end: they are sent as fast as they are read. */
export const endlessAnswers = async (status: number) => {
  let sent = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).write('{"id":"');
    void (async () => {
      while (!response.destroyed) {
        sent += PART.length;
        // What is not read piles up here, so some time is given to read it.
        if (!response.write(PART)) await Promise.race([new Promise((go) => response.once('drain', go)), wait(50)]);
      }
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many bytes were sent in all answers, read or not. */
    sent: () => sent,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
