import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { freshDatabase } from '#tests/support/postgres.ts';
import type { FreshDatabase } from '#tests/support/postgres.ts';
import { startProcess } from './process.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const start = async (environment: Readonly<Record<string, string>> = {}) => {
  const process = await startProcess({
    DATABASE_URL: database.url,
    SAMPLE_DATA: 'yes',
    LIMIT_COUPON: '999999999/1',
    ...environment,
  });
  onTestFinished(async () => {
    process.signal('SIGKILL');
    await process.ended;
  });
  return process;
};

describe('a process that is asked to stop', () => {
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
