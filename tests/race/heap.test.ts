import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { load } from '#tests/bench/load.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { startProcess } from './process.ts';

const CONNECTIONS = 8;
const SECONDS = 3;

/** In KB. What outlives its request costs a collection of the whole heap, which takes some thousand times as long as a request. */
const MOST_KEPT = 0.5;

/** How much the heap has grown, in KB, from one collection of its young part to the next: what these could not free. */
const keptBy = (printed: string): number => {
  let [kept, last] = [0, Number.NaN];
  for (const [, kind, left] of printed.matchAll(/ms: (Scavenge|Mark-Compact)[^>]*-> ([\d.]+)/g)) {
    const now = Number(left) * 1_024;
    if (kind === 'Scavenge' && !Number.isNaN(last)) kept += now - last;
    last = now;
  }
  return kept;
};

it.each([
  ['a list that is read', '/api/good-lead/unsold', 'no'],
  ['a list from memory', '/api/good-lead/unsold', 'yes'],
  ['the home page', '/', 'yes'],
])('nothing of a request stays in the heap: %s', { timeout: 60_000 }, async (_, path, ANSWERS_FROM_MEMORY) => {
  const database = await freshDatabase();
  const shop = await startProcess(
    { DATABASE_URL: database.url, SAMPLE_DATA: 'yes', LOG_LEVEL: 'warn', ANSWERS_FROM_MEMORY },
    fileURLToPath(new URL('./traced.ts', import.meta.url)),
  );
  const requests = [Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)];
  try {
    await load(shop.address, { requests, connections: CONNECTIONS, seconds: SECONDS });
    const before = shop.printed().length;
    const { requests: answered } = await load(shop.address, { requests, connections: CONNECTIONS, seconds: SECONDS });
    const printed = shop.printed().slice(before);
    expect(printed).toContain('Scavenge');
    expect(keptBy(printed) / answered).toBeLessThan(MOST_KEPT);
  } finally {
    shop.signal('SIGTERM');
    await shop.ended;
    await database.drop();
  }
});
