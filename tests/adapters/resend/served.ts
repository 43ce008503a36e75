import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { ResendDouble } from './double.ts';

/** A Resend double as a server of its own, which `RESEND_API_URL` can point at. */
export const serveResend = async (double: ResendDouble) => {
  const server = createServer((request, response) => {
    void (async () => {
      const headers = new Headers(
        Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      );
      const { method = '', url = '' } = request;
      const answer = double.answer({ method, url: `http://resend.test${url}`, headers, body: await text(request) });
      if (answer === 'never answers') return;
      if (answer === 'never ends its answer')
        return void response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":"');
      if (typeof answer === 'string') request.socket.destroy();
      else
        response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.text);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
