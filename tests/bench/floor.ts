// The least that the product's work can cost, for comparison: `node:http`, `pg`, the best statements known for these answers, JSON made by
// hand. It checks nothing, logs nothing and limits nobody. DATABASE_URL says where it reads.
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { floorCheckout } from './floor-checkout.ts';
import { floorDatabase } from './floor-database.ts';
import { floorExport } from './floor-export.ts';
import { floorLists } from './floor-lists.ts';
import { floorMembers } from './floor-members.ts';
import { floorVault } from './floor-vault.ts';

const database = floorDatabase(process.env['DATABASE_URL'] ?? '');
const list = await floorLists(database);
const vault = floorVault(database);
const members = floorMembers(database);
const sendExport = floorExport(database);
const openCheckout = floorCheckout(database);

const send = (response: ServerResponse, json: string | undefined, headers: Readonly<Record<string, string>> = {}) => {
  const body = json ?? '{"error":"no"}';
  response.writeHead(json === undefined ? 400 : 200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
};

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const [path, query] = (request.url ?? '').split('?');
  const user = () => members.userOf(request.headers.cookie);
  switch (path) {
    case '/api/good-lead/unsold':
      return send(response, await list(new URLSearchParams(query)));
    case '/api/good-lead/top5':
      return send(response, await vault.top5());
    case '/api/auth/me': {
      const found = await user();
      return send(response, found && members.me(found));
    }
    case '/api/good-lead/vaulted-leads':
      return send(
        response,
        members.isSubscriber(await user()) ? await vault.page(new URLSearchParams(query)) : undefined,
      );
    case '/api/good-lead/export':
      return members.isSubscriber(await user()) ? sendExport(response) : send(response, undefined);
    case '/api/auth/login': {
      const cookie = await members.signIn(new URLSearchParams(await text(request)));
      return cookie === undefined
        ? send(response, undefined)
        : send(response, '{"message":"Login successful!"}', { 'set-cookie': cookie });
    }
    case '/api/stripe/create-checkout-session':
      return send(response, await openCheckout(await text(request)));
    default:
      return send(response, undefined);
  }
};

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end(JSON.stringify({ error: String(error) }));
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`the floor is at http://localhost:${(server.address() as AddressInfo).port}`);
});
