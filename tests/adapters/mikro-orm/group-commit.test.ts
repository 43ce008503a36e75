import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { PostgresSettings } from '#adapters/mikro-orm/connection.ts';
import type { Prepared } from '#adapters/mikro-orm/connection/statement.ts';
import { StoreRefused, StoreUnavailable, UnstorableInput } from '#application/ports/atomically.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { onServer } from '#tests/support/postgres-statement.ts';
import { holds } from '#tests/support/property.ts';
import { openProxy } from '#tests/support/proxy.ts';

const sharing = (name: string, text: string): Prepared => ({ name, text, sharesCommit: true });
/** Answers in which transaction. */
const NOTE = sharing('note', 'insert into note values ($1) returning pg_current_xact_id()::text as transaction');
const CHANGE = sharing('change', 'update note set number = $2 where number = $1 returning number');
const DIVIDED = sharing('divided', 'insert into note values (1000 / $1::int) returning number');
const BROKEN = sharing('broken', 'insert into nowhere values ($1)');
/** Refused, and leaves behind how often it was tried: a sequence is never set back. */
const TRIED = sharing('tried', `insert into note values (nextval('tries') / $1::int)`);
/** Which connection answers, after so many seconds. */
const WHERE = sharing('where', 'select pg_backend_pid()::int as pid, pg_sleep($1::float8)::text as slept');
/** Refused by a rule that is looked at when the transaction ends. */
const LATE = sharing('late', 'insert into kept_late values ($1::int) returning number');

const TABLES = `create table note (number int primary key); create table kept_late (number int); create sequence tries;
  create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '23514'; end $$;
  create constraint trigger rule after insert on kept_late deferrable initially deferred for each row
    when (new.number < 0) execute function refuse()`;

const database = async () => {
  const { url, drop } = await freshDatabase({ migrated: false });
  onTestFinished(drop);
  await onServer(url, TABLES);
  return url;
};
const open = async (url: string, settings: Partial<PostgresSettings> = {}) => {
  const opened = await openPostgres({ url, ...settings });
  onTestFinished(opened.close);
  const note = async (number: number): Promise<unknown> => (await opened.query(NOTE, [number]))[0];
  const pid = async (seconds: number): Promise<number> =>
    (await opened.query<{ readonly pid: number }>(WHERE, [seconds]))[0]?.pid ?? 0;
  return { ...opened, note, pid };
};
/** Longer than changes wait for others. */
const UNTIL_IT_LEFT = 30;

/** Asks for one after the other, each so late that it shares no commit with the one before it. */
const oneByOne = async <T>(count: number, ask: (place: number) => Promise<T>): Promise<readonly T[]> => {
  const answers: Promise<T>[] = [];
  for (const place of numbersTo(count)) {
    answers.push(ask(place));
    await wait(UNTIL_IT_LEFT);
  }
  return Promise.all(answers);
};
const stored = async (url: string, table = 'note'): Promise<readonly unknown[]> =>
  (await onServer(url, `select number from ${table} order by number`)).map(({ number }) => number);
const errorOf = (error: unknown): unknown => (error as Error).constructor;
const numbersTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

const countsOf = (all: readonly number[]): readonly number[] =>
  [...Map.groupBy(all, (one) => one).values()].map(({ length }) => length);

const A_PID: unknown = expect.any(Number);
const isDone: unknown = { transaction: expect.any(String) as unknown };
const WAITING = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const inOrder = (numbers: readonly number[]): readonly number[] => numbers.toSorted((one, other) => one - other);

/** Holds a row until `commit`. */
const holding = async (url: string, number: number) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`begin; update note set number = number where number = ${number}`);
  return { commit: () => client.query('commit') };
};

describe('changes that share a commit', () => {
  it('are one transaction when one event asks for them, sixteen at a time, and each its own else', async () => {
    const { note } = await open(await database());
    const perTransaction = Map.groupBy(await Promise.all(numbersTo(20).map(note)), (row) => JSON.stringify(row));
    expect([...perTransaction.values()].map(({ length }) => length)).toEqual([16, 4]);
    const one = note(20);
    await immediate();
    await immediate();
    expect(await note(21)).not.toEqual(await one);
  });

  it('are answered each its own, and happen each by itself, whatever becomes of the others', async () => {
    const url = await database();
    const { query, note } = await open(url, { poolSize: 3 });
    const askOf = {
      // Every second number is taken before, or twice.
      note: (number: number) => note(number),
      change: (number: number) => query(CHANGE, [number, number + 100]),
      divided: (number: number) => query(DIVIDED, [number % 2]),
      broken: (number: number) => query(BROKEN, [number]),
      wrong: (number: number) => query(NOTE, [`no ${number}`]),
      late: (number: number) => query(LATE, [number % 3 === 0 ? -1 : number]),
    } as const;
    const kinds = fc.constantFrom(...(Object.keys(askOf) as (keyof typeof askOf)[]));
    const asked = fc.array(fc.record({ kind: kinds, number: fc.nat(40), after: fc.nat(2) }), { maxLength: 60 });
    await holds(
      fc.asyncProperty(asked, async (all) => {
        await onServer(url, 'truncate note, kept_late');
        const answers = await Promise.all(
          all.map(async ({ kind, number, after }) => {
            for (let turn = 0; turn < after; turn += 1) await immediate();
            return askOf[kind](number).catch(errorOf);
          }),
        );
        const found = (kind: keyof typeof askOf) =>
          all.flatMap((one, place) => (one.kind === kind ? [{ ...one, answer: answers[place] }] : []));
        const done = (kind: keyof typeof askOf) => found(kind).filter(({ answer }) => typeof answer !== 'function');
        const numbersOf = (ones: readonly { readonly number: number }[]) => ones.map(({ number }) => number);
        for (const { answer } of found('broken')) expect(answer).toBe(StoreRefused);
        for (const { answer } of found('wrong')) expect(answer).toBe(UnstorableInput);
        for (const { number, answer } of found('late'))
          expect(answer).toEqual(number % 3 === 0 ? StoreRefused : [{ number }]);
        for (const { number, answer } of found('divided')) expect(answer === UnstorableInput).toBe(number % 2 === 0);
        // Refused is only what another one was sooner with.
        const odd = found('divided').filter(({ number }) => number % 2 === 1);
        expect(done('divided')).toHaveLength(Math.min(odd.length, 1));
        expect(new Set(numbersOf(done('note')))).toEqual(new Set(numbersOf(found('note'))));
        // What was answered as done is there, and nothing else is.
        expect(await stored(url, 'kept_late')).toEqual(inOrder(numbersOf(done('late'))));
        const noted = [...numbersOf(done('note')), ...done('divided').map(() => 1000)];
        const changes = done('change').filter(({ answer }) => (answer as unknown[]).length > 0);
        for (const { number } of changes) noted.splice(noted.indexOf(number), 1, number + 100);
        expect(await stored(url)).toEqual(inOrder(noted));
      }),
      { numRuns: 30 },
    );
  });

  it('go one group behind the other on one connection, four at most; more take the next one, and in the end those of the pool', async () => {
    const { pid } = await open(await database(), { poolSize: 2 });
    // Twice, as the connections are not open yet at first.
    for (const asked of [10, 10])
      expect(inOrder(countsOf(await oneByOne(asked, () => pid(0.9))))).toEqual([1, 1, 4, 4]);
    expect(countsOf(await oneByOne(4, () => pid(0.1)))).toEqual([4]);
  });

  it('that wait for another transaction hold up no more than the few groups behind them', async () => {
    const url = await database();
    const { query, note } = await open(url);
    await note(0);
    const { commit } = await holding(url, 0);
    const done: number[] = [];
    const all = oneByOne(6, async (place) => {
      await (place === 0 ? query(CHANGE, [0, 100]) : note(place));
      done.push(place);
    });
    await expect.poll(() => inOrder(done)).toEqual([4, 5]);
    await commit();
    await all;
    expect(await stored(url)).toEqual([1, 2, 3, 4, 5, 100]);
  });

  it('leave a connection on which one was refused: its server may no longer be the one that takes changes', async () => {
    const url = await database();
    // So that each connection is looked at every second, and counts as lost after four.
    const { query, pid } = await open(url, { statementMilliseconds: 3_000, answerMilliseconds: 1_000 });
    const first = await pid(0);
    const behind = sharing('behind', 'select pg_backend_pid()::int as pid');
    // The second group relies on a text that the first has sent, and that the server then skips.
    const [refused, inTheSame, inTheNext] = await Promise.all([
      query(DIVIDED, [0]).catch(errorOf),
      query(behind, []),
      // As many as are under way: these wait for no others.
      immediate().then(() => Promise.all([query(behind, []), query(behind, [])])),
    ]);
    const isAnswered = [{ pid: A_PID }];
    expect([refused, inTheSame, inTheNext]).toEqual([UnstorableInput, isAnswered, [isAnswered, isAnswered]]);
    const second = await pid(0);
    expect(second).not.toBe(first);
    await expect
      .poll(() => onServer(url, `select from pg_stat_activity where pid = ${first}`), { timeout: 3_500 })
      .toEqual([]);
    expect(await pid(0)).toBe(second);
  });

  it('are tried again by themselves only where another one was refused', async () => {
    const url = await database();
    const { query, note } = await open(url);
    const answers = await Promise.all([note(1), query(TRIED, [0]).catch(errorOf), note(2)]);
    expect(answers).toEqual([isDone, UnstorableInput, isDone]);
    expect(await onServer(url, 'select last_value::int as tries from tries')).toEqual([{ tries: 1 }]);
  });

  it('go on without the one that waits for another transaction for too long', async () => {
    const url = await database();
    const { query, note } = await open(url, { statementMilliseconds: 400 });
    await note(0);
    const { commit } = await holding(url, 0);
    const answers = await Promise.all([note(1), query(CHANGE, [0, 5]).catch(errorOf), note(2)]);
    expect(answers).toEqual([isDone, StoreUnavailable, isDone]);
    await commit();
    expect(await stored(url)).toEqual([0, 1, 2]);
  });

  it.each(['cut', 'ended by the server'])(
    'are called unavailable when their connection is %s, and are not done a second time',
    async (how) => {
      const url = await database();
      const server = new URL(url);
      const proxy = await openProxy({ host: server.hostname, port: Number(server.port) });
      onTestFinished(proxy.close);
      const { query, note } = await open(Object.assign(new URL(url), { host: `127.0.0.1:${proxy.port}` }).href);
      await note(0);
      const { commit } = await holding(url, 0);
      const answers = [note(1), query(CHANGE, [0, 5]), note(2)].map((answer) => answer.catch(errorOf));
      await expect.poll(() => onServer(url, WAITING)).toHaveLength(1);
      if (how === 'cut') proxy.cut();
      else await onServer(url, `select pg_terminate_backend(pid) from (${WAITING})`);
      expect(await Promise.all(answers)).toEqual([StoreUnavailable, StoreUnavailable, StoreUnavailable]);
      await commit();
      await expect.poll(() => note(3).catch(() => 'not yet')).toEqual(isDone);
      // Whoever is cut off cannot know.
      const numbers = await stored(url);
      expect(
        how === 'cut'
          ? [
              [0, 3],
              [1, 2, 3, 5],
            ]
          : [[0, 3]],
      ).toContainEqual(numbers);
    },
  );

  it('are called unavailable while the server lets nobody in', async () => {
    const url = Object.assign(new URL(await database()), { pathname: '/no_such_database' }).href;
    const { note } = await open(url);
    const answers = numbersTo(3).map((number) => note(number).catch(errorOf));
    expect(await Promise.all(answers)).toEqual([StoreUnavailable, StoreUnavailable, StoreUnavailable]);
  });

  it('have one text under one name, together as alone', async () => {
    const { query, note } = await open(await database());
    const other = sharing('note', 'insert into note values ($1 + 1)');
    const answers = await Promise.allSettled([note(1), query(other, [2]), note(3)]);
    expect(answers[1]).toMatchObject({ reason: { message: `two statements are called 'note'` } });
  });
});
