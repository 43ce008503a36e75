import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { bodyOf, headersOf } from './double.ts';
import type { ServedDouble } from './double.ts';
import { hostedPage } from './hosted.ts';

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/** A Stripe double as a server of its own, with its hosted pages, which `STRIPE_API_URL` can point at. A lost answer is a cut connection. */
export const serveDouble = async (double: () => ServedDouble | undefined) => {
  const server = createServer((request, response) => {
    void (async () => {
      const headers = new Headers(
        Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      );
      const { method = '', url = '' } = request;
      const body = await textOf(request);
      const current = double();
      const page = current && hostedPage(current, { method, path: url, body });
      if (page !== undefined) {
        response.writeHead(page.status, page.headers).end(page.body);
        return;
      }
      const answer = await current?.answer({ method, url: `http://stripe.test${url}`, headers, body });
      if (answer === undefined) request.socket.destroy();
      else response.writeHead(answer.status, { ...headersOf(answer), 'request-id': 'req_test' }).end(bodyOf(answer));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
