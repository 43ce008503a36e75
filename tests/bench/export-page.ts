import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { exportStream } from '#adapters/http/answers/export-stream.ts';
import { weekStart } from '#domain/week.ts';
import type { VaultedLead } from '#domain/vault.ts';
import { leadAt } from './leads.ts';

const DIST = new URL('../../dist/web/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

const SUBSCRIBER = {
  fullName: 'Dana',
  email: 'dana@agents.example',
  phoneNumber: '',
  address: '',
  isSubscribed: true,

  subscriptionDate: '2026-10-14T12:00:00.000Z',
  cancelAtPeriodEnd: false,
  canBeKept: false,
  accessUntil: '2099-01-01T00:00:00.000Z',
  renewsAt: '2099-01-01T00:00:00.000Z',
  paymentFailed: false,
  pendingEmail: null,
};

/** Invented rows of the length that real ones have. */
async function* rows(count: number): AsyncGenerator<readonly VaultedLead[]> {
  const week = weekStart(Date.now());
  for (let from = 0; from < count; from += 500)
    yield Array.from({ length: Math.min(500, count - from) }, (_, index) => {
      const { id, contact, place, description, price } = leadAt(from + index, week);
      return { id, ...contact, ...place, description, price, vaultedAt: week };
    });
}

const answer = async (path: string, count: number, response: ServerResponse): Promise<void> => {
  const json = (body: unknown) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (path === '/api/auth/me') return json(SUBSCRIBER);
  if (path === '/api/good-lead/vaulted-leads')
    return json({ data: [], currentPage: 1, totalPages: 0, totalItems: 0, totalAll: count });
  if (path === '/api/good-lead/export') {
    response.writeHead(200, { 'content-type': 'application/json' });
    const stream = await exportStream(rows(count), (error) => {
      throw error;
    });
    return pipeline(Readable.from(stream), response);
  }
  if (path.startsWith('/api/')) return void response.writeHead(404).end();
  const file = path.startsWith('/assets/') ? path.slice(1) : 'index.html';
  const content = await readFile(new URL(file, DIST));
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/html' }).end(content);
};

/** Serves the built web with nothing behind it but an export of so many invented leads, as fast as a browser takes them. */
export const serveExport = async (count: number) => {
  const server = createServer(({ url = '/' }, response) => {
    answer(url.split('?')[0] ?? '/', count, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
