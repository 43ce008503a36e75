import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { clockOffset } from '#adapters/mikro-orm/clock-offset.ts';
import { openPglite, openPostgres } from '#adapters/mikro-orm/connection.ts';
import { compose } from '#config/compose.ts';
import { settingsFrom } from '#config/environment.ts';
import type { Outside } from '#config/outside.ts';
import { DAY, MINUTE, SECOND, WEEK } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import { weekStart } from '#domain/week.ts';
import { onServer } from '#tests/support/postgres-statement.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import type { FreshDatabase } from '#tests/support/postgres.ts';

const AHEAD = 140 * DAY;

const listedAt = (at: number): Lead => ({
  id: uuid(),
  place: { city: 'Austin', state: 'TX' },
  contact: { firstName: 'Ann', lastName: 'Poe', email: undefined, phone: undefined, address1: undefined },
  description: '',
  price: 4_900,
  standing: { state: 'listed', listedAt: at },
});

describe('a process whose clock is 140 days ahead of its database server', () => {
  let database: FreshDatabase;
  const ends: (() => Promise<void>)[] = [];

  const start = async (clock: () => number) => {
    let outside: Outside | undefined;
    const log = memoryLog();
    const product = await compose(settingsFrom({ DATABASE_URL: database.url, DATABASE_POOL: '3', SAMPLE_DATA: 'no' }), {
      web: { files: new Map(), shell: async () => '' },
      log,
      clock,
      around: (given) => (outside = given),
    });
    ends.push(product.close);
    if (outside === undefined) throw new Error('it was not composed');
    const ready = async () => {
      const answer = await product.app.request('/readyz');
      const { checks } = (await answer.json()) as { readonly checks: Readonly<Record<string, string>> };
      return [answer.status, checks['clock']];
    };
    const importing = async () => {
      const folder = await mkdtemp(join(tmpdir(), 'homelead-import-'));
      const file = join(folder, 'friday.csv');
      await writeFile(file, 'Name,Email,City,State,Price\nAnn Lee,ann@example.com,Austin,TX,$25.00\n');
      const request = { command: 'import', file, mapping: {}, commit: true, listNow: false } as const;
      const answer = await product.operate(request, { who: 'olga', onProgress: () => {} });
      await rm(folder, { recursive: true });
      return answer.json;
    };
    const refresh = async () => {
      const answer = await product.operate(
        { command: 'refresh', at: undefined },
        { who: 'olga', onProgress: () => {} },
      );
      return answer.json;
    };
    return { product, outside, log, ready, importing, refresh };
  };

  const states = async (): Promise<readonly unknown[]> =>
    (await onServer(database.url, 'select standing from lead order by listed_at')).map((row) => row.standing);

  beforeEach(async () => {
    database = await freshDatabase();
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
    await database.drop();
  });

  it('is not ready, moves no lead, and leaves that to one whose clock is right', async () => {
    const wrong = await start(() => Date.now() + AHEAD);
    const week = weekStart(Date.now());
    await wrong.outside.atomically(({ leads }) => leads.add([listedAt(week - 2 * WEEK), listedAt(week)]));
    await wrong.product.work();
    const failed = () => wrong.log.lines.filter(({ event, job }) => event === 'job failed' && job === 'refresh-week');
    await expect.poll(() => failed().length, { timeout: 10_000 }).toBeGreaterThan(0);
    await wait(1_500);
    expect(await wrong.ready()).toEqual([503, 'failed']);
    expect(await wrong.refresh()).toMatchObject({ error: { reason: 'wrong-clock' } });
    expect(await wrong.importing()).toMatchObject({ error: { reason: 'wrong-clock' } });
    expect(await states()).toEqual(['listed', 'listed']);
    expect(wrong.log.lines.filter(({ level }) => level === 'error')).toEqual([
      { level: 'error', event: 'clock is wrong', milliseconds: expect.closeTo(AHEAD, -4) as number },
    ]);

    const right = await start(() => Date.now() + 20 * SECOND);
    await right.product.work();
    const statesAfterTick = async (): Promise<readonly unknown[]> => {
      await right.outside.atomically(({ jobs }) => jobs.add({ name: 'refresh-week' }));
      return states();
    };
    // The wrong one may take a job first, and then it waits for its next try: each second brings another, as each hour does.
    await expect.poll(statesAfterTick, { timeout: 20_000, interval: 1_000 }).toEqual(['vaulted', 'listed']);
    expect(await right.ready()).toEqual([200, 'ok']);
    expect(await right.refresh()).toMatchObject({ vaulted: 0 });
  });
});

describe('by how much a clock is off', () => {
  it('is what a server says, less what the question took', async () => {
    const { url, drop } = await freshDatabase();
    const database = await openPostgres({ url });
    for (const off of [-MINUTE, 0, AHEAD]) {
      const offset = await clockOffset(database, () => Date.now() + off)();
      expect(Math.abs(offset - off)).toBeLessThan(SECOND);
    }
    let asked = 0;
    // Ten minutes pass while it is asked: the server may have been asked in each of them.
    const slow = () => Date.now() + (asked++ === 0 ? -8 : 2) * MINUTE;
    expect(Math.abs(await clockOffset(database, slow)())).toBe(0);
    await database.close();
    await drop();
  });

  it('is nothing where the database is embedded: they have one clock', async () => {
    const database = await openPglite({ folder: undefined });
    expect(await clockOffset(database, () => Date.now() + AHEAD)()).toBe(0);
    await database.close();
  });
});
