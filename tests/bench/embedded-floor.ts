// The least that the embedded database's answers can cost: a bare Hono server on PGlite, with the floor's tables and statements, which are
// in the folder DATA_DIR. It checks nothing, logs nothing, limits nobody and keeps no answer.
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { Context } from 'hono';

import { startPglite } from '#adapters/mikro-orm/connection/pglite.ts';
import type { FloorReads, Row } from './floor-database.ts';
import { floorLists } from './floor-lists.ts';
import { floorMembers } from './floor-members.ts';
import { floorVault } from './floor-vault.ts';

const pglite = await startPglite(process.env['DATA_DIR']);

const planned = async (text: string, values: readonly unknown[]): Promise<readonly Row[]> =>
  (await pglite.query<unknown[]>(text, [...values], { rowMode: 'array' })).rows;
const database: FloorReads = { planned, prepared: (_name, text, values) => planned(text, values) };

const list = await floorLists(database);
const vault = floorVault(database);
const members = floorMembers(database);

const queryOf = (c: Context): URLSearchParams => new URL(c.req.url).searchParams;
const send = (c: Context, json: string | undefined): Response =>
  c.body(json ?? '{"error":"no"}', json === undefined ? 400 : 200, { 'Content-Type': 'application/json' });
const user = (c: Context) => members.userOf(c.req.header('cookie'));

const app = new Hono()
  .get('/api/good-lead/unsold', async (c) => send(c, await list(queryOf(c))))
  .get('/api/good-lead/top5', async (c) => send(c, await vault.top5()))
  .get('/api/auth/me', async (c) => {
    const found = await user(c);
    return send(c, found && members.me(found));
  })
  .get('/api/good-lead/vaulted-leads', async (c) =>
    send(c, members.isSubscriber(await user(c)) ? await vault.page(queryOf(c)) : undefined),
  );

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) => {
  console.log(`the embedded floor is at http://localhost:${port}`);
});
process.once('SIGTERM', () => server.close(() => void pglite.close()));
