import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { PostgresSettings } from '#adapters/mikro-orm/connection.ts';
import { ROOM_FOR_READS, openPipelines } from '#adapters/mikro-orm/connection/pipelines.ts';
import type { Prepared } from '#adapters/mikro-orm/connection/statement.ts';
import { StoreUnavailable, UnstorableInput } from '#application/ports/atomically.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { onServer } from '#tests/support/postgres-statement.ts';
import { holds } from '#tests/support/property.ts';
import { openProxy } from '#tests/support/proxy.ts';

const short = (name: string, text: string): Prepared => ({ name, text, isShort: true });
/** Which connection answers, after so many seconds. */
const WHERE = short('where', 'select pg_backend_pid()::int as pid, pg_sleep($1::float8)::text as slept');
const ECHO = short('echo', 'select $1::text as said');
const PART = short('part', 'select 60 / $1::int as part');
const BROKEN = short('broken', 'select nothing from nowhere where 1 = $1::int');
const MANY = short('many', `select number from generate_series(1, $1::int) as number`);

const database = async () => {
  const { url, drop } = await freshDatabase({ migrated: false });
  onTestFinished(drop);
  return url;
};
const open = async (url: string, settings: Partial<PostgresSettings> = {}) => {
  const opened = await openPostgres({ url, ...settings });
  onTestFinished(opened.close);
  const pids = async (count: number, seconds: number): Promise<readonly number[]> => {
    const asked = Array.from({ length: count }, () => opened.query<{ readonly pid: number }>(WHERE, [seconds]));
    return (await Promise.all(asked)).map(([row]) => row?.pid ?? 0);
  };
  const said = async (text: string): Promise<unknown> =>
    (await opened.query<{ readonly said: string }>(ECHO, [text]))[0]?.said;
  return { ...opened, pids, said };
};
const behindProxy = async (settings: Partial<PostgresSettings> = {}) => {
  const server = new URL(await database());
  const { hostname, port } = server;
  const proxy = await openProxy({ host: hostname, port: Number(port) });
  onTestFinished(proxy.close);
  const url = Object.assign(new URL(server), { host: `127.0.0.1:${proxy.port}` }).href;
  return { proxy, ...(await open(url, settings)) };
};
const standStill = (milliseconds: number): void => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

describe('short statements', () => {
  it('go one behind the other on one connection, sixteen at a time; more take the next one, and in the end those of the pool', async () => {
    const { pids } = await open(await database(), { poolSize: 2 });
    expect(new Set(await pids(16, 0.001)).size).toBe(1);
    const many = await pids(66, 0.01);
    const perPipeline = new Map<number, number>();
    for (const pid of many) perPipeline.set(pid, (perPipeline.get(pid) ?? 0) + 1);
    expect([...perPipeline.values()].toSorted((a, b) => b - a)).toEqual([16, 16, 16, 16, 1, 1]);
    // Those that are not needed any more are not asked any more.
    expect(new Set(await pids(16, 0)).size).toBe(1);
  });

  it('are answered each its own, whatever becomes of those before and behind', async () => {
    const { query, said } = await open(await database(), { poolSize: 2 });
    const askOf = {
      echo: (number: number) => said(`number ${number}`),
      part: (number: number) => query(PART, [number % 3]),
      broken: (number: number) => query(BROKEN, [number]),
      many: (number: number) => query(MANY, [number]),
      wrong: (number: number) => query(PART, [`no ${number}`]),
    } as const;
    const answerOf = (kind: keyof typeof askOf, number: number): unknown => {
      if (kind === 'echo') return `number ${number}`;
      if (kind === 'many') return Array.from({ length: number }, (_, index) => ({ number: index + 1 }));
      if (kind === 'part' && number % 3 > 0) return [{ part: 60 / (number % 3) }];
      return kind === 'broken' ? Error : UnstorableInput;
    };
    const kinds = fc.constantFrom(...(Object.keys(askOf) as (keyof typeof askOf)[]));
    const asked = fc.array(fc.record({ kind: kinds, number: fc.nat(40), after: fc.nat(2) }), { maxLength: 90 });
    await holds(
      fc.asyncProperty(asked, async (all) => {
        const answers = all.map(async ({ kind, number, after }) => {
          for (let turn = 0; turn < after; turn += 1) await immediate();
          return askOf[kind](number).catch((error: unknown) =>
            error instanceof UnstorableInput ? UnstorableInput : Error,
          );
        });
        expect(await Promise.all(answers)).toEqual(all.map(({ kind, number }) => answerOf(kind, number)));
      }),
      { numRuns: 60 },
    );
  });

  it('are answered when the first of them is given up before the server knows the statement that they share', async () => {
    const url = await database();
    await onServer(url, 'create table leads as select 7 as one');
    const locking = new pg.Client({ connectionString: url });
    await locking.connect();
    onTestFinished(() => locking.end());
    await locking.query('begin; lock table leads in access exclusive mode');
    const { query } = await open(url, { statementMilliseconds: 500 });
    const statement = short('one of the leads', 'select one from leads where one > $1::int');
    const asked = Array.from({ length: 12 }, (_, number) => query(statement, [number]));
    await expect(asked[0]).rejects.toBeInstanceOf(StoreUnavailable);
    await locking.query('commit');
    expect(await Promise.all(asked.slice(1))).toEqual(
      asked.slice(1).map((_, index) => (index < 6 ? [{ one: 7 }] : [])),
    );
    expect(await query(statement, [6])).toEqual([{ one: 7 }]);
  });

  it('are called unavailable when the server cuts their connection, and asked on a new one from then on', async () => {
    const url = await database();
    const { pids, said } = await open(url);
    const [pid] = await pids(1, 0);
    for (const seconds of [0, 5]) {
      const waiting = Array.from({ length: 3 }, () => pids(1, seconds).catch((error: unknown) => error));
      if (seconds > 0) await wait(50);
      await onServer(
        url,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
      for (const answer of await Promise.all(waiting))
        expect(answer instanceof StoreUnavailable || (seconds === 0 && Array.isArray(answer))).toBe(true);
      await expect.poll(() => said('back').catch(() => 'not yet')).toBe('back');
    }
    expect(await pids(1, 0)).not.toEqual([pid]);
  });

  it('are called unavailable while nobody lets them through, and answered as soon as somebody does', async () => {
    const { proxy, said } = await behindProxy();
    proxy.become('refuse');
    const refused = Array.from({ length: 40 }, () => said('no').catch((error: unknown) => error));
    for (const answer of await Promise.all(refused)) expect(answer).toBeInstanceOf(StoreUnavailable);
    proxy.become('pass');
    expect(await said('yes')).toBe('yes');
  });

  it('are called unavailable when the server falls silent, however many more are asked meanwhile', async () => {
    const { proxy, said } = await behindProxy({
      statementMilliseconds: 300,
      answerMilliseconds: 100,
      acquireMilliseconds: 200,
    });
    expect(await said('heard')).toBe('heard');
    proxy.become('blackhole');
    const asked: Promise<unknown>[] = [];
    const end = performance.now() + 1_500;
    while (performance.now() < end) {
      asked.push(said('heard?').catch((error: unknown) => error));
      await wait(20);
    }
    // Whoever asked in the first second is told by now.
    const first = await Promise.race([Promise.all(asked.slice(0, 30)), wait(200)]);
    for (const answer of first ?? ['nobody was told']) expect(answer).toBeInstanceOf(StoreUnavailable);
    proxy.become('pass');
    await expect.poll(() => said('back').catch(() => 'not yet'), { timeout: 5_000 }).toBe('back');
    await Promise.all(asked);
  });

  it('are not taken for lost when it was this process that stood still', async () => {
    const { pids, said } = await open(await database(), { statementMilliseconds: 200, answerMilliseconds: 200 });
    await said('known');
    const answer = pids(1, 0.15);
    // By now the question is on its way, and somebody has looked; next after what is immediate, Node looks at its timers.
    await wait(120);
    await immediate();
    standStill(900);
    expect(await answer).toHaveLength(1);
  });

  it('leave no connection open that nobody needs', async () => {
    const url = await database();
    const { take, close } = openPipelines(
      { connectionString: url },
      { silence: 100, longestIdle: 200, ...ROOM_FOR_READS },
    );
    onTestFinished(close);
    const place = take();
    expect(take()?.pipeline).toBe(place?.pipeline);
    // Both are answered.
    if (place !== undefined) place.pipeline.waiting = 0;
    const open = async () =>
      (
        await onServer(
          url,
          `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
        )
      ).length;
    await expect.poll(open).toBe(1);
    await expect.poll(open, { timeout: 2_000 }).toBe(0);
    expect(take()?.pipeline).not.toBe(place?.pipeline);
  });

  it('are answered before the database is closed, and leave no connection', async () => {
    const url = await database();
    const { query, close } = await openPostgres({ url });
    const answers = Array.from({ length: 20 }, () => query(WHERE, [0.01]));
    await immediate();
    await close();
    expect(await Promise.all(answers)).toHaveLength(20);
    expect(
      await onServer(
        url,
        `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      ),
    ).toEqual([]);
  });
});
