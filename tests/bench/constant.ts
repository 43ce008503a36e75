// The least that an answer from memory can cost with Hono: a body that is always the same, for comparison. It asks the server at ANSWERS_OF
// once for each address, and never again.
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const source = process.env['ANSWERS_OF'] ?? '';

type Constant = { readonly body: string | Uint8Array<ArrayBuffer>; readonly headers: Record<string, string> };

/** Not by `fetch`, which unpacks what comes packed. */
const ask = async (address: string, accepted: string): Promise<Constant> => {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${source}${address}`, { headers: { 'accept-encoding': accepted } }, resolve).on('error', reject);
  });
  const bytes = await buffer(answer);
  const { 'content-type': type = '', 'content-encoding': encoding } = answer.headers;
  return encoding === undefined
    ? { body: bytes.toString(), headers: { 'Content-Type': type } }
    : { body: new Uint8Array(bytes), headers: { 'Content-Type': type, 'Content-Encoding': encoding } };
};

const constants = new Map<string, Constant>();

const app = new Hono().get('/*', async (c) => {
  const address = c.req.url.slice(c.req.url.indexOf('/', 'http://'.length));
  const accepted = c.req.header('accept-encoding') ?? 'identity';
  const key = `${accepted} ${address}`;
  const constant = constants.get(key) ?? (await ask(address, accepted));
  constants.set(key, constant);
  return c.body(constant.body, 200, constant.headers);
});

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) => {
  console.log(`the constant answers are at http://localhost:${port}`);
});
process.once('SIGTERM', () => server.close());
