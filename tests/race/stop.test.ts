import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { isLong } from '#tests/promises/promise.ts';
import { onServer } from '#tests/support/postgres-statement.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import type { FreshDatabase } from '#tests/support/postgres.ts';
import { customerAt } from './customer.ts';
import { loadOn } from './load.ts';
import { startProcess } from './process.ts';

const ROUNDS = isLong ? 100 : 12;

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const start = async (environment: Readonly<Record<string, string>> = {}) => {
  const process = await startProcess({
    ...{ DATABASE_URL: database.url, SAMPLE_DATA: 'yes', LIMIT_COUPON: '999999999/1', ...environment },
  });
  onTestFinished(async () => {
    process.signal('SIGKILL');
    await process.ended;
  });
  return process;
};

describe('a process that is asked to stop', () => {
  test(
    'ends in order under load, a dozen times: no answer is lost, no job is left half done, and it exits with 0',
    async () => {
      const total = { answered: 0, refused: 0, goodbyes: 0 };
      let next = start();
      for (let round = 0; round < ROUNDS; round += 1) {
        const process = await next;
        const customer = customerAt(process.address);
        const leads = await customer.leads('');
        const load = loadOn(process.address, {
          ...{ clients: 20, perSecond: 150 },
          paths: [
            { path: '/api/good-lead/unsold?size=100' },
            { path: '/api/good-lead/top5' },
            { path: '/api/stripe/validate-coupon', json: { couponCode: 'WELCOME10', amount: 25 } },
            ...leads.slice(0, 3).map(({ id, price }) => ({
              path: '/api/stripe/create-checkout-session',
              json: { leadId: id, amount: price },
            })),
          ],
        });
        const [lead] = leads;
        // Jobs run too: a sale is settled, delivered, and others are told.
        if (lead !== undefined) await customer.buy(lead, `round-${round}@agents.example`);
        await wait(Math.random() * 500);
        load.askToStop();
        process.signal('SIGTERM');
        // Another one takes over while this one ends.
        next = round + 1 < ROUNDS ? start() : next;
        const code = await process.ended;
        const tally = await load.end();
        expect([tally.lost, code], process.printed()).toEqual([[], 0]);
        expect(tally.answered).toBeGreaterThan(0);
        total.answered += tally.answered;
        total.refused += tally.refused;
        total.goodbyes += tally.goodbyes;
        await next;
      }
      console.log(`${ROUNDS} stops under load: ${JSON.stringify(total)}, no answer lost`);
      // A load that nobody had to be told of would have proved nothing.
      expect(total.goodbyes).toBeGreaterThan(ROUNDS);
      expect(total.refused).toBeGreaterThan(ROUNDS);
      const half = await onServer(database.url, `select name, data from pgboss.job where state = 'active'`);
      expect(half).toEqual([]);
    },
    60_000 + ROUNDS * 15_000,
  );

  test('says so at /readyz at once, and answers on for the delay, however often it is asked again', async () => {
    const process = await start({ STOP_DELAY_SECONDS: '2' });
    const statusOf = async (path: string): Promise<number> =>
      (await fetch(process.address + path, { headers: { connection: 'close' } })).status;
    expect(await statusOf('/readyz')).toBe(200);
    process.signal('SIGTERM');
    await expect.poll(() => statusOf('/readyz'), { interval: 10 }).toBe(503);
    process.signal('SIGTERM');
    process.signal('SIGINT');
    for (const path of ['/healthz', '/api/good-lead/top5']) expect(await statusOf(path)).toBe(200);
    expect(await process.ended).toBe(0);
    await expect(statusOf('/healthz')).rejects.toThrow();
  });
});

describe('a fault', () => {
  test.for(['thrown', 'rejected'])(
    'that nobody has caught is logged without what it says, and ends the process: %s',
    async (how) => {
      const process = await startProcess({ FAULT: how }, fileURLToPath(new URL('./faulty.ts', import.meta.url)));
      expect(await process.ended).toBe(1);
      expect(process.printed()).not.toContain('canary');
      expect(process.lines()).toEqual([
        expect.objectContaining({
          level: 'error',
          event: 'process fault',
          error: {
            name: 'TypeError',
            stack: expect.arrayContaining([expect.stringContaining('faulty.ts')]) as unknown,
          },
        }),
      ]);
    },
  );
});
