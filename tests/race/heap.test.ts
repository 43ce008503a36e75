import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { bytesOf } from '#tests/bench/line.ts';
import { load } from '#tests/bench/load.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { startProcess } from './process.ts';
import type { Running } from './process.ts';

const CONNECTIONS = 8;

/** In KB. What outlives its request costs a collection of the whole heap, which takes some thousand times as long as a request. */
const MOST_KEPT = 0.5;

/** So many requests compile most of what they run, which stays in the heap for good. */
const FIRST = 6_000;

/**
 * What requests leave behind, all of them do, while what the process keeps for itself comes at any time: the least of so many spans counts,
 * and one that is good enough ends them.
 */
const SPANS = 3;
const REQUESTS_IN_A_SPAN = 3_000;

/** What two collections have left can be compared. The more there are, the less counts what was asked before the first and after the last. */
const COLLECTIONS_IN_A_SPAN = 3;

/**
 * How much the heap has grown, in KB, from one collection of its young part to the next: what these could not free. Throws where fewer
 * than two can be read, which would look as if nothing had been kept.
 */
const keptBy = (printed: string): number => {
  let [kept, last, young] = [0, Number.NaN, 0];
  for (const [, kind, left] of printed.matchAll(/ms: (Scavenge|Mark-Compact)[^>]*-> ([\d.]+)/g)) {
    const now = Number(left) * 1_024;
    if (kind === 'Scavenge') young += 1;
    if (kind === 'Scavenge' && !Number.isNaN(last)) kept += now - last;
    last = now;
  }
  if (young < 2) throw new Error(`no growth can be read from:\n${printed}`);
  return kept;
};

type Answered = { readonly answered: number; readonly printed: string };

const collections = (printed: string): number => printed.match(/ms: Scavenge/g)?.length ?? 0;

/** Asks until at least so many were answered and so often was collected, however slow the machine is. Tells what the shop has printed meanwhile. */
const ask = async (shop: Running, request: Buffer, atLeast: number, collected: number): Promise<Answered> => {
  const before = shop.printed().length;
  const printed = (): string => shop.printed().slice(before);
  let answered = 0;
  while (answered < atLeast || collections(printed()) < collected)
    answered += (await load(shop.address, { requests: [request], connections: CONNECTIONS, seconds: 1 })).requests;
  return { answered, printed: printed() };
};

const MEMORY = { ANSWERS_FROM_MEMORY: 'yes' };
const DATABASE = { ANSWERS_FROM_MEMORY: 'no' };

const get = (path: string) => (): Buffer => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);

/** Opens a checkout of the first lead that is listed. */
const buy = async (address: string): Promise<Buffer> => {
  const list = (await (await fetch(`${address}/api/good-lead/unsold`)).json()) as { readonly data: readonly Offered[] };
  const [lead] = list.data;
  return bytesOf({
    name: 'checkout',
    method: 'POST',
    path: '/api/stripe/create-checkout-session',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ leadId: lead?.id, amount: lead?.price }),
  });
};
type Offered = { readonly id: string; readonly price: number };

describe('what V8 tells of its collections', () => {
  const GROWING = `[7:0x2c]     310 ms: Scavenge 20.1 (40.5) -> 10.0 (41.0) MB, pooled: 0 MB, 1.20 / 0.00 ms  (average mu = 1.000) allocation failure;
[7:0x2c]     420 ms: Scavenge 26.0 (41.0) -> 12.0 (41.5) MB, pooled: 0 MB, 1.31 / 0.00 ms  (average mu = 1.000) allocation failure;
[7:0x2c]     500 ms: Mark-Compact 27.5 (41.5) -> 9.0 (42.0) MB, pooled: 0 MB, 9.80 / 0.00 ms  (average mu = 0.990) external memory pressure;
[7:0x2c]     610 ms: Scavenge 25.0 (42.0) -> 9.5 (42.0) MB, pooled: 0 MB, 1.02 / 0.00 ms  (average mu = 0.990) allocation failure;`;

  it('is what they could not free, without what a collection of the whole heap did', () => {
    expect(keptBy(GROWING)).toBe(2.5 * 1_024);
  });

  it('is not taken for nothing where it is told in another way', () => {
    expect(() => keptBy(GROWING.replaceAll('->', 'to'))).toThrow('no growth');
  });
});

it.each([
  ['a list that is read', get('/api/good-lead/unsold'), DATABASE],
  ['a list from memory', get('/api/good-lead/unsold'), MEMORY],
  ['the home page', get('/'), MEMORY],
  ['a checkout that is opened', buy, { LIMIT_CHECKOUT: '999999999/1' }],
])('nothing of a request stays in the heap: %s', { timeout: 120_000 }, async (_, requestFor, settings) => {
  const database = await freshDatabase();
  const shop = await startProcess(
    { DATABASE_URL: database.url, SAMPLE_DATA: 'yes', LOG_LEVEL: 'warn', ...settings },
    fileURLToPath(new URL('./traced.ts', import.meta.url)),
  );
  try {
    const request = await requestFor(shop.address);
    await ask(shop, request, FIRST, 0);
    const kept: number[] = [];
    while (kept.length < SPANS && Math.min(...kept) >= MOST_KEPT) {
      const { answered, printed } = await ask(shop, request, REQUESTS_IN_A_SPAN, COLLECTIONS_IN_A_SPAN);
      kept.push(keptBy(printed) / answered);
    }
    expect(Math.min(...kept), `KB of each request in each span: ${kept.join(', ')}`).toBeLessThan(MOST_KEPT);
  } finally {
    shop.signal('SIGTERM');
    await shop.ended;
    await database.drop();
  }
});
