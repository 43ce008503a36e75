import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startFloor } from '#tests/bench/contender.ts';
import type { Contender } from '#tests/bench/contender.ts';
import { EMBEDDED, LISTS, FROM_MEMORY } from '#tests/bench/cases.ts';
import { runEmbedded } from '#tests/bench/embedded.ts';
import { measureGrowth } from '#tests/bench/growth.ts';
import { run } from '#tests/bench/run.ts';
import { startPostgres } from '#tests/support/postgres-start.ts';
import type { Server } from '#tests/support/postgres-start.ts';

const SMALL = { leads: 700, rounds: 1, seconds: 0.02, warmUp: 0.01 };

/** The floor, but for one answer. */
const lyingFloor =
  (path: string, lie: (json: string) => string) =>
  async (databaseUrl: string): Promise<Contender> => {
    const floor = await startFloor(databaseUrl);
    const server = createServer((request, response) => {
      void (async () => {
        const { method = 'GET', url = '' } = request;
        const { cookie = '', 'content-type': type = '' } = request.headers;
        const body = method === 'GET' ? null : await text(request);
        const answer = await fetch(`${floor.address}${url}`, {
          method,
          body,
          headers: { cookie, 'content-type': type },
        });
        const json = await answer.text();
        response.writeHead(answer.status).end(url === path ? lie(json) : json);
      })();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
      address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      pid: floor.pid,
      stop: async () => {
        server.closeAllConnections();
        server.close();
        await floor.stop();
      },
    };
  };

describe('the benchmark', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  it('measures both servers once they have given the same answer to every kind of request', async () => {
    const said: string[] = [];
    const { cases, besides, leads, exports, exportMemory, searches, fromMemory } = await run(server.url, {
      ...SMALL,
      alsoFromMemory: true,
      say: (line) => said.push(line),
    });
    expect(said[0]).toBe('700 leads: both give the same answers to all 22 kinds of request');
    expect(leads).toBe(700);
    expect(cases.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['list: last page', 'vault: page 1', 'login']),
    );
    expect(cases).toHaveLength(22);
    for (const { rounds } of cases) {
      expect(rounds).toHaveLength(SMALL.rounds);
      for (const { perSecond, p99 } of rounds.flatMap(({ product, floor }) => [product, floor]))
        expect(Math.min(perSecond, p99)).toBeGreaterThan(0);
    }
    expect(besides.map(({ rounds }) => rounds.length)).toEqual([SMALL.rounds, SMALL.rounds]);
    expect(exports).toHaveLength(SMALL.rounds);
    for (const { product, floor } of exports) expect(Math.min(product.bytes, floor.bytes)).toBeGreaterThan(10_000);
    expect(exportMemory).toHaveLength(SMALL.rounds);
    for (const { rounds } of searches) {
      expect(rounds).toHaveLength(SMALL.rounds);
      for (const { first, further } of rounds.flatMap(({ product, floor }) => [product, floor]))
        expect(Math.min(first, further)).toBeGreaterThan(0);
    }
    expect(searches.length).toBeGreaterThan(5);
    expect(fromMemory?.besideFloor.map(({ name }) => name)).toEqual(FROM_MEMORY.map(({ name }) => name));
    expect(fromMemory?.besideConstant.length).toBeGreaterThanOrEqual(FROM_MEMORY.length);
  });

  it('measures what more leads cost, with the same requests to few and many', async () => {
    const { few, many, cases } = await measureGrowth(server.url, { ...SMALL, few: 300, many: 700, say: () => {} });
    expect([few, many]).toEqual([300, 700]);
    expect(cases.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['list: page 1', 'list: last page', 'top 5', 'vault: a state', 'checkout']),
    );
    for (const { rounds } of cases) {
      expect(rounds).toHaveLength(SMALL.rounds);
      for (const { product, floor } of rounds) expect(Math.min(product.p50, floor.p50)).toBeGreaterThan(0);
    }
  }, 120_000);

  it('measures the embedded database beside a bare server that gives the same answers', async () => {
    const { cases } = await runEmbedded({ ...SMALL, say: () => {} });
    expect(cases.map(({ name }) => name)).toEqual([
      ...EMBEDDED.map(({ name }) => name),
      ...LISTS.map(({ name }) => `${name}, nothing kept`),
    ]);
    for (const { rounds } of cases)
      for (const { product, floor } of rounds) expect(Math.min(product.perSecond, floor.perSecond)).toBeGreaterThan(0);
  }, 120_000);

  it('measures nothing when one answer is wrong, and says which', async () => {
    const said: string[] = [];
    const floor = lyingFloor('/api/good-lead/unsold?search=austin', (json) =>
      json.replace('"totalItems":', '"totalItems":1'),
    );
    const failure: unknown = await run(server.url, { ...SMALL, floor, say: (line) => said.push(line) }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ name: 'AnswersDiffer' });
    expect(String(failure).match(/^.+:$/gm)).toEqual(['list: a city:']);
    expect(String(failure)).toMatch(/^  product: .*"totalItems":\d+.*\n  floor: .*"totalItems":1\d+/m);
    expect(said).toEqual([]);
  });
});
