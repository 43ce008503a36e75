import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The statuses that send a client elsewhere. */
export const REDIRECTS = [301, 302, 303, 307, 308];

/** A server of somebody else's, which says yes to everything. */
export const openElsewhere = async () => {
  let visits = 0;
  const server = createServer((_request, response) => {
    visits += 1;
    response.end('{"id":"x"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    visits: (): number => visits,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
