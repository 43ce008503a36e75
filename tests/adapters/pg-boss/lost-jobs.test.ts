import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { openPglite } from '#adapters/mikro-orm/connection.ts';
import { pgBossJobs } from '#adapters/pg-boss/jobs.ts';
import type { PgBossJobs, PgBossSettings } from '#adapters/pg-boss/jobs.ts';
import type { Job } from '#application/ports/jobs.ts';
import { BARE_ENVIRONMENT } from '#tests/support/bare-environment.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import type { FreshDatabase } from '#tests/support/postgres.ts';
import { openProxy } from '#tests/support/proxy.ts';
import { patiently, quickly } from './settings.ts';
import { inTransaction } from './transaction.ts';

const settle: Job = { name: 'settle-purchase', purchaseId: 'p-1' };

const killWhileItRuns = async (place: string): Promise<void> => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./hanging-worker.ts', import.meta.url)), place], {
    env: BARE_ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  expect(String(line)).toBe('begun\n');
  child.kill('SIGKILL');
  await once(child, 'close');
};

const eventually = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 25_000, interval: 20 });

describe('a job is not lost', () => {
  let database: FreshDatabase;
  let pool: pg.Pool;
  const started: PgBossJobs[] = [];

  const start = async (settings: Partial<PgBossSettings> = {}): Promise<PgBossJobs> => {
    const queue = await pgBossJobs({ ...patiently, database: { url: database.url }, log: memoryLog(), ...settings });
    started.push(queue);
    return queue;
  };

  const rows = async (): Promise<readonly { readonly [column: string]: unknown }[]> =>
    (await pool.query<{ [column: string]: unknown }>(`select * from pgboss.job where name in ('payments', 'mail')`))
      .rows;

  beforeEach(async () => {
    database = await freshDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 4 });
    pool.on('error', () => {});
  });

  afterEach(async () => {
    await Promise.all(started.splice(0).map(({ jobs }) => jobs.stop()));
    await pool.end();
    await database.drop();
  });

  test('when its process is killed: another one runs it after the lease', async () => {
    await killWhileItRuns(database.url);
    const { jobs } = await start(quickly);
    const seen: Job[] = [];
    await jobs.work(async (job) => void seen.push(job));
    await eventually(() => expect(seen).toEqual([settle]));
  });

  test('when the process of an embedded database is killed: the next one on the folder runs it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'homelead-jobs-'));
    try {
      await killWhileItRuns(folder);
      const embedded = await openPglite({ folder });
      if (embedded.kind !== 'pglite') throw new Error('not embedded');
      const { jobs } = await pgBossJobs({ ...quickly, database: { pglite: embedded.native }, log: memoryLog() });
      const seen: Job[] = [];
      await jobs.work(async (job) => void seen.push(job));
      await eventually(() => expect(seen).toEqual([settle]));
      await jobs.stop();
      await embedded.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 60_000);

  test('when it hangs: its place is freed and it is run again', async () => {
    const log = memoryLog();
    const { jobs, add } = await start({ ...quickly, jobsAtATime: 1, log });
    let runs = 0;
    await jobs.work(() => {
      runs += 1;
      return runs === 1 ? new Promise(() => {}) : Promise.resolve();
    });
    await inTransaction(pool, (sql) => add(settle, sql));
    await eventually(() => expect(runs).toBe(2));
    expect(log.lines).toContainEqual(
      expect.objectContaining({ event: 'job outlived its lease', job: 'settle-purchase', purchaseId: 'p-1' }),
    );
  });

  test('when it does not end before the patience of a stop does: another process begins with it at once', async () => {
    const { jobs, add } = await start({ patienceSeconds: 0.2 });
    const begun = Promise.withResolvers<void>();
    await jobs.work(() => {
      begun.resolve();
      return new Promise(() => {});
    });
    await inTransaction(pool, (sql) => add(settle, sql));
    await begun.promise;
    await jobs.stop();
    const { jobs: others } = await start();
    const seen: Job[] = [];
    await others.work(async (job) => void seen.push(job));
    await eventually(() => expect(seen).toEqual([settle]));
  });

  test('when every connection of the queue is cut', async () => {
    const { jobs, add } = await start();
    const seen: Job[] = [];
    await jobs.work(async (job) => void seen.push(job));
    for (let cut = 0; cut < 12; cut += 1)
      await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'homelead-jobs'`,
      );
    await inTransaction(pool, (sql) => add(settle, sql));
    await eventually(() => expect(seen).toEqual([settle]));
  });

  test.each([
    ['is done', 'completed'],
    ['fails', 'retry'],
  ] as const)(
    'when the database is away as it %s: that is stored once it is back, and not only after the lease',
    async (end, state) => {
      const direct = new URL(database.url);
      const proxy = await openProxy({ host: direct.hostname, port: Number(direct.port) });
      const log = memoryLog();
      const url = Object.assign(direct, { port: String(proxy.port) }).href;
      const { jobs, add } = await start({ database: { url }, log });
      let runs = 0;
      await inTransaction(pool, (sql) => add(settle, sql));
      await jobs.work(async () => {
        runs += 1;
        proxy.become('refuse');
        setTimeout(() => proxy.become('pass'), 700);
        if (end === 'fails') throw new Error('no');
      });
      await eventually(async () => expect((await rows())[0]).toMatchObject({ state }));
      expect(runs).toBe(1);
      expect(log.lines.map(({ event }) => event)).not.toContain('job outcome not stored');
      await Promise.all(started.splice(0).map((queue) => queue.jobs.stop()));
      await proxy.close();
    },
  );

  test('when the queue is out of reach: each lane says so once, and which outcome it could not store', async () => {
    const log = memoryLog();
    const { jobs, add } = await start({ ...quickly, log });
    let runs = 0;
    await jobs.work(async () => {
      runs += 1;
      if (runs === 1) await pool.query('alter schema pgboss rename to away');
    });
    await inTransaction(pool, (sql) => add(settle, sql));
    const told = (what: string) => log.lines.filter(({ event }) => event === what);
    await eventually(() => {
      expect(told('job outcome not stored')).toMatchObject([{ job: 'settle-purchase', purchaseId: 'p-1' }]);
      expect(told('queue out of reach').length).toBeGreaterThan(1);
      // By then each lane has looked many times.
      expect(told('queue error')).not.toEqual([]);
    });
    await pool.query('alter schema away rename to pgboss');
    await eventually(() => expect(runs).toBe(2));
    expect(told('queue out of reach')).toHaveLength(2);
  });

  test('however often it fails: it waits no longer than an hour and is never given up', async () => {
    const { jobs, add } = await start();
    await inTransaction(pool, (sql) => add(settle, sql));
    await pool.query('update pgboss.job set retry_count = 50, started_on = now()');
    let runs = 0;
    await jobs.work(() => {
      runs += 1;
      throw new Error('no');
    });
    await eventually(async () =>
      expect(await rows()).toEqual([expect.objectContaining({ state: 'retry', retry_count: 51 })]),
    );
    expect(runs).toBe(1);
    const [job] = (
      await pool.query<{ pause: number; years: number }>(
        `select extract(epoch from start_after - now())::float as pause,
                extract(epoch from keep_until - now())::float / 86400 / 365 as years
         from pgboss.job where name = 'payments'`,
      )
    ).rows;
    expect(job?.pause).toBeGreaterThan(3_000);
    expect(job?.pause).toBeLessThanOrEqual(3_600);
    expect(job?.years).toBeGreaterThan(9);
  });

  test('when its tick passed while nobody ran: it is added once, however many have passed', async () => {
    const then = new Date(Date.now() - 90 * 60_000);
    const daily = `${then.getUTCMinutes()} ${then.getUTCHours()} * * *`;
    const first = await start();
    await first.jobs.repeat({ name: 'refresh-week' }, daily);
    await first.jobs.stop();
    await pool.query(`update pgboss.schedule set created_on = now() - interval '3 days'`);
    await pool.query(`update pgboss.version set cron_on = now() - interval '3 days'`);
    const { jobs, add } = await start();
    const seen: Job[] = [];
    await jobs.work(async (job) => void seen.push(job));
    await jobs.repeat({ name: 'refresh-week' }, daily);
    await eventually(() => expect(seen).toEqual([{ name: 'refresh-week' }]));
    // Whatever else was owed would have come with it.
    await inTransaction(pool, (sql) => add(settle, sql));
    await eventually(() => expect(seen).toHaveLength(2));
    expect(seen).toEqual([{ name: 'refresh-week' }, settle]);
  });

  test('and a job of a transaction that is rolled back is never run', async () => {
    const { jobs, add } = await start();
    const seen: Job[] = [];
    await jobs.work(async (job) => void seen.push(job));
    const rolledBack = inTransaction(pool, async (sql) => {
      await add(settle, sql);
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    const later: Job = { name: 'settle-purchase', purchaseId: 'p-2' };
    await inTransaction(pool, (sql) => add(later, sql));
    await eventually(() => expect(seen).toEqual([later]));
    expect(await rows()).toHaveLength(1);
  });

  test('and one that has ended is marked as done, so that nobody runs it again', async () => {
    const { jobs, add } = await start();
    await jobs.work(async () => {});
    await inTransaction(pool, (sql) => add(settle, sql));
    await eventually(async () =>
      expect(await rows()).toEqual([expect.objectContaining({ state: 'completed', retry_count: 0 })]),
    );
  });

  test('and what the error of a handler says is not stored', async () => {
    const { jobs, add } = await start();
    await jobs.work(() => Promise.reject(new Error('canary@example.com', { cause: { detail: 'canary@example.com' } })));
    await inTransaction(pool, (sql) => add(settle, sql));
    await eventually(async () => expect(await rows()).toEqual([expect.objectContaining({ state: 'retry' })]));
    expect(JSON.stringify(await rows())).not.toContain('canary');
  });
});
