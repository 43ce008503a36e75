import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';

import { clientAddress } from '#adapters/http/client-address.ts';

const PROXIES = ['10.0.0.0/8', '192.0.2.17', '2001:db8:aaaa::/48', '::1', '::ffff:172.16.0.0/108'];

type Request = { readonly peer?: string; readonly headers?: Record<string, string>; readonly proxies?: string[] };

const seenAs = async ({ peer, headers = {}, proxies = PROXIES }: Request): Promise<string> => {
  const app = new Hono().get('/', (c) => c.text(clientAddress(proxies)(c)));
  const socket = { remoteAddress: peer, remotePort: 40_000 };
  const answer = await app.request('/', { headers }, peer === undefined ? {} : { incoming: { socket } });
  return answer.text();
};

const forwarded = (hops: string) => ({ 'x-forwarded-for': hops });

describe('the address of a client', () => {
  test.for([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['2001:0DB8:0:0:0:0:0:7', '2001:db8::7'],
    ['fe80::7%eth0', 'fe80::7'],
    ['no address', 'unknown'],
    ['', 'unknown'],
  ] as const)('is that of the socket: %s', async ([peer, address]) => {
    expect(await seenAs({ peer })).toBe(address);
  });

  test('is unknown without a socket, whatever the headers say', async () => {
    expect(await seenAs({ headers: forwarded('203.0.113.7') })).toBe('unknown');
  });

  test.for(['203.0.113.7', '9.255.255.255', '11.0.0.0', '192.0.2.16', '192.0.2.18', '2001:db8:aaab::1', '::2'])(
    'is that of the socket when %s, which is no proxy of ours, forwards',
    async (peer) => {
      expect(await seenAs({ peer, headers: forwarded('198.51.100.1') })).toBe(peer);
    },
  );

  test('is that of the socket when there are no proxies of ours', async () => {
    for (const peer of ['10.0.0.1', '127.0.0.1', '::1'])
      expect(await seenAs({ peer, headers: forwarded('198.51.100.1'), proxies: [] })).toBe(peer);
  });

  test.for([
    '10.0.0.0',
    '10.255.255.255',
    '::ffff:10.1.2.3',
    '::ffff:a01:203',
    '192.0.2.17',
    '2001:db8:aaaa:1::2',
    '2001:DB8:AAAA::',
    '::1',
    '0:0:0:0:0:0:0:1',
    '172.16.0.1',
    '::ffff:172.31.255.255',
  ])('is the last hop when %s, a proxy of ours, forwards', async (peer) => {
    expect(await seenAs({ peer, headers: forwarded('198.51.100.1') })).toBe('198.51.100.1');
  });

  test.for<[name: string, hops: string, address: string]>([
    ['one hop', '198.51.100.1', '198.51.100.1'],
    ['what the client claims before the last hop', '203.0.113.99, 198.51.100.1', '198.51.100.1'],
    ['a client that claims to be a proxy', '10.0.0.9, 198.51.100.1', '198.51.100.1'],
    ['a second proxy of ours', '198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['several proxies, one of them in IPv6', '203.0.113.99, 198.51.100.1, 2001:db8:aaaa::3, 10.0.0.2', '198.51.100.1'],
    ['a proxy in mapped form', '198.51.100.1,::ffff:10.0.0.2', '198.51.100.1'],
    ['a client in mapped form', '::ffff:198.51.100.1', '198.51.100.1'],
    ['a client in IPv6', '2001:DB8:0::5', '2001:db8::5'],
    ['spaces, tabs and none', '203.0.113.99,\t 198.51.100.1 ,10.0.0.2', '198.51.100.1'],
    ['nobody but proxies', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['no hop at all', '', '10.0.0.1'],
    ['a word for an address', 'unknown', '10.0.0.1'],
    ['a hop that is no address', '198.51.100.1, unknown', '10.0.0.1'],
    ['no address behind a proxy', '198.51.100.1, , 10.0.0.2', '10.0.0.2'],
    ['an address with a port', '198.51.100.1:443', '198.51.100.1'],
    ['brackets', '[2001:db8::5]', '2001:db8::5'],
    ['brackets and a port', ' [2001:DB8:0::5]:50123 ', '2001:db8::5'],
    ['a mapped address with a port', '[::ffff:198.51.100.1]:50123', '198.51.100.1'],
    ['ports of all', '203.0.113.99:1, 198.51.100.1:50123, [2001:db8:aaaa::3]:443, 10.0.0.2:80', '198.51.100.1'],
    ['an address in IPv6 whose last part could be a port', '2001:db8::5:443', '2001:db8::5:443'],
    ['no port after its colon', '198.51.100.1:', '10.0.0.1'],
    ['a word for a port', '198.51.100.1:https', '10.0.0.1'],
    ['too long a number for a port', '198.51.100.1:500000', '10.0.0.1'],
    ['a port for an address', ':443', '10.0.0.1'],
    ['an open bracket', '[2001:db8::5', '10.0.0.1'],
    ['nothing in brackets', '[]:443', '10.0.0.1'],
    ['too large a number', '198.51.100.256', '10.0.0.1'],
    ['leading zeros', '0198.051.100.001', '10.0.0.1'],
    ['a network', '198.51.100.0/24', '10.0.0.1'],
    [
      'a whole line of claims',
      Array.from({ length: 1_000 }, (_, hop) => `203.0.113.${hop % 256}`).join(),
      '203.0.113.231',
    ],
  ])('behind a proxy of ours, with %s', async ([, hops, address]) => {
    expect(await seenAs({ peer: '10.0.0.1', headers: forwarded(hops) })).toBe(address);
  });

  test('is in no other header', async () => {
    const headers = Object.fromEntries(
      [
        'x-real-ip',
        'x-client-ip',
        'true-client-ip',
        'cf-connecting-ip',
        'fastly-client-ip',
        'x-cluster-client-ip',
        'x-forwarded',
        'forwarded-for',
        'client-ip',
        'x-original-forwarded-for',
        'x-envoy-external-address',
        'via',
      ].map((name) => [name, '198.51.100.1']),
    );
    const all = { ...headers, forwarded: 'for=198.51.100.1' };
    for (const peer of ['10.0.0.1', '203.0.113.7']) expect(await seenAs({ peer, headers: all })).toBe(peer);
  });

  test('is found on a real socket, and repeated headers are read as one', async () => {
    const app = new Hono().get('/', (c) => c.text(clientAddress(['127.0.0.0/8', '::1'])(c)));
    const listener = getRequestListener(app.fetch);
    const server = createServer((request, response) => void listener(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const ask = (hops: string[]): Promise<string> =>
      new Promise((resolve, reject) => {
        const headers = { 'X-Forwarded-For': hops };
        get({ host: '127.0.0.1', port, headers }, (answer) => resolve(text(answer))).on('error', reject);
      });
    expect(await ask([])).toBe('127.0.0.1');
    expect(await ask(['203.0.113.99', '198.51.100.1', '127.0.0.2'])).toBe('198.51.100.1');
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  });
});
