// The least that an answer from memory can cost with Hono: a body that is always the same, for comparison. It asks the server at ANSWERS_OF
// once for each address, and never again.
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const source = process.env['ANSWERS_OF'] ?? '';
const bodies = new Map<string, string>();

const app = new Hono().get('/*', async (c) => {
  const address = c.req.url.slice(c.req.url.indexOf('/', 'http://'.length));
  const body = bodies.get(address) ?? (await (await fetch(`${source}${address}`)).text());
  bodies.set(address, body);
  return c.body(body, 200, { 'Content-Type': 'application/json' });
});

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) => {
  console.log(`the constant answers are at http://localhost:${port}`);
});
process.once('SIGTERM', () => server.close());
