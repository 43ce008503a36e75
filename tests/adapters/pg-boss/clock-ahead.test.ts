import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { pgBossJobs } from '#adapters/pg-boss/jobs.ts';
import type { PgBossJobs, PgBossSettings, TransactionSql } from '#adapters/pg-boss/jobs.ts';
import type { Job } from '#application/ports/jobs.ts';
import { HOUR, MINUTE } from '#domain/instant.ts';
import { freshPglite } from '#tests/support/pglite.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { patiently, quickly } from './settings.ts';

const sweep: Job = { name: 'sweep-purchases' };
const settle = (purchaseId: string): Job => ({ name: 'settle-purchase', purchaseId });
const AHEAD = { level: 'warn', event: 'queue was ahead of the clock', count: expect.any(Number) as number };

type Opened = {
  readonly database: PgBossSettings['database'];
  readonly sql: TransactionSql;
  readonly close: () => Promise<void>;
};

const onPglite = async (): Promise<Opened> => {
  const pglite = await freshPglite();
  const sql: TransactionSql = (text, parameters) => pglite.query(text, [...parameters]);
  return { database: { pglite }, sql, close: () => pglite.close() };
};

const onPostgres = async (): Promise<Opened> => {
  const { url, drop } = await freshDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const sql: TransactionSql = (text, parameters) => pool.query<Record<string, unknown>>(text, [...parameters]);
  return { database: { url }, sql, close: () => pool.end().then(drop) };
};

const eventually = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 20_000, interval: 50 });

describe.each([
  ['PGlite', onPglite],
  ['PostgreSQL', onPostgres],
])('after the clock of the database was two hours ahead, on %s', (_name, open) => {
  let opened: Opened;
  const started: PgBossJobs[] = [];

  const start = async (settings: Partial<PgBossSettings> = {}) => {
    const log = memoryLog();
    const queue = await pgBossJobs({ ...patiently, database: opened.database, log, ...settings });
    started.push(queue);
    const seen: Job[] = [];
    const work = () => queue.jobs.work(async (job) => void seen.push(job));
    const warned = () => log.lines.filter(({ level }) => level !== 'info');
    return { ...queue, seen, work, warned };
  };

  const isAhead = async (): Promise<unknown> =>
    (await opened.sql(`select cron_on > now() as ahead from pgboss.version`, [])).rows[0];

  beforeEach(async () => {
    opened = await open();
  });

  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all(started.splice(0).map(({ jobs }) => jobs.stop()));
    await opened.close();
  });

  test('the next start catches up every schedule, says so once, and looks for lost jobs', async () => {
    const then = new Date(Date.now() - 90 * MINUTE);
    const first = await start();
    await first.jobs.repeat(sweep, `${then.getUTCMinutes()} ${then.getUTCHours()} * * *`);
    await first.jobs.stop();
    await opened.sql(`update pgboss.version set cron_on = now() + interval '2 hours'`, []);
    await opened.sql(`update pgboss.schedule set created_on = now() + interval '2 hours'`, []);
    await opened.sql(`update pgboss.queue set monitor_claim_on = now() + interval '2 hours'`, []);
    const next = await start();
    await next.work();
    await eventually(() => expect(next.seen).toContainEqual(sweep));
    expect(next.warned()).toEqual([AHEAD]);
    const { rows } = await opened.sql('select 1 from pgboss.queue where monitor_claim_on > now()', []);
    expect(rows).toEqual([]);
  });

  test('minutes whose ticks have been given already are given theirs', async () => {
    const { jobs, seen, work } = await start();
    await jobs.repeat(sweep, '* * * * *');
    await opened.sql(
      `insert into pgboss.job (name, singleton_on, singleton_key, state, policy)
       select '__pgboss__send-it', minute, 'payments__sweep-purchases', 'completed', 'standard'
       from generate_series(date_trunc('minute', now() at time zone 'utc') + interval '2 minutes',
         now() at time zone 'utc' + interval '2 hours', interval '1 minute') minute`,
      [],
    );
    await work();
    await eventually(async () => {
      const { rows } = await opened.sql(
        `select 1 from pgboss.job where singleton_on > now() at time zone 'utc' + interval '1 minute'`,
        [],
      );
      expect(rows).toEqual([]);
    });
    await eventually(() => expect(seen).toContainEqual(sweep));
  });

  test('a process that runs meanwhile goes on, and one that only adds leaves it to others', async () => {
    await (await start()).jobs.stop();
    await opened.sql(`update pgboss.version set cron_on = now() + interval '2 hours'`, []);
    await start({ onlyAdds: true });
    expect(await isAhead()).toEqual({ ahead: true });
    const { warned } = await start();
    expect(await isAhead()).toEqual({ ahead: false });
    await opened.sql(`update pgboss.version set cron_on = now() + interval '2 hours'`, []);
    await eventually(async () => expect(await isAhead()).toEqual({ ahead: false }));
    expect(warned()).toEqual([AHEAD, AHEAD]);
  });

  test('jobs that were added or begun then are run, and one that failed waits its hour', async () => {
    const { add, work, seen } = await start(quickly);
    for (const id of ['added', 'begun', 'failed']) await add(settle(id), opened.sql);
    const set = (id: string, what: string) =>
      opened.sql(`update pgboss.job set ${what} where data->>'purchaseId' = $1`, [id]);
    await set('added', `start_after = now() + interval '2 hours'`);
    await set('begun', `state = 'active', started_on = now() + interval '2 hours'`);
    await set('failed', `state = 'retry', start_after = now() + interval '59 minutes'`);
    await work();
    await eventually(() => expect(seen).toHaveLength(2));
    expect(seen).toEqual(expect.arrayContaining([settle('added'), settle('begun')]));
    await set('failed', `start_after = now() + interval '2 hours'`);
    await eventually(() => expect(seen).toContainEqual(settle('failed')));
  });

  test('what lies ahead as it should is left, and no word is said', async () => {
    const { add, warned } = await start();
    await add(settle('failed'), opened.sql);
    await opened.sql(`update pgboss.job set state = 'retry', start_after = now() + interval '1 hour'`, []);
    await opened.sql(`update pgboss.version set cron_on = now() + interval '30 seconds'`, []);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(warned()).toEqual([]);
  });

  test('the clock of the machine may be set back while it runs', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * HOUR });
    await start();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    vi.useRealTimers();
    const last = async (): Promise<unknown> =>
      (await opened.sql(`select cron_on::text as at from pgboss.version where cron_on <= now()`, [])).rows[0];
    await eventually(async () => expect(await last()).toBeDefined());
    const before = await last();
    await eventually(async () => expect(await last()).not.toEqual(before));
  });
});
