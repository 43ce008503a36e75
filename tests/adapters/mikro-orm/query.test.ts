import type { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { CustomTypesConfig } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';

import { openPglite, openPostgres } from '#adapters/mikro-orm/connection.ts';
import { startPglite } from '#adapters/mikro-orm/connection/pglite.ts';
import { runOn } from '#adapters/mikro-orm/connection/query.ts';
import { runEmbedded } from '#adapters/mikro-orm/connection/run-embedded.ts';
import type { Prepared } from '#adapters/mikro-orm/connection/statement.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

const ROWS = 'select number from generate_series(1, 1000) as number order by number limit';

/** How often a server planned a statement that is asked for ten times, and whether it went over to one plan for all values. */
const plansOf = async (statement: Prepared): Promise<unknown> => {
  const { url, drop } = await freshDatabase({ migrated: false });
  const { query, close } = await openPostgres({ url, poolSize: 1 });
  for (let run = 1; run <= 10; run += 1) expect(await query(statement, [run])).toHaveLength(run);
  const [plans] = await query(
    'select name, custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements',
  );
  await close();
  await drop();
  return plans;
};

describe('a prepared statement', () => {
  it('is parsed once by a connection to a server, and planned once when a plan for all values costs no more', async () => {
    const statement = { name: 'first numbers', text: `${ROWS} (select $1::bigint)` };
    expect(await plansOf(statement)).toEqual({ name: 'first numbers', custom: 5, generic: 5 });
  });

  it('is planned again and again where its limit is a bare parameter', async () => {
    const statement = { name: 'first numbers', text: `${ROWS} $1::bigint` };
    expect(await plansOf(statement)).toEqual({ name: 'first numbers', custom: 10, generic: 0 });
  });

  it('answers the same on the embedded database', async () => {
    const { query, close } = await openPglite({ folder: undefined });
    const statement = { name: 'first numbers', text: `${ROWS} (select $1::bigint)` };
    expect(await query(statement, [2])).toEqual([{ number: 1 }, { number: 2 }]);
    await close();
  });
});

/** One connection to a database without tables, and what the server has told on it. */
const line = async (types: CustomTypesConfig = pg.types) => {
  const { url, drop } = await freshDatabase({ migrated: false });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const told: string[] = [];
  (client as unknown as { readonly connection: EventEmitter }).connection.on(
    'message',
    ({ name }: { readonly name: string }) => told.push(name),
  );
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  return { run: runOn(client, types), told };
};

/** The embedded database, empty. */
const embedded = async () => {
  const pglite = await startPglite(undefined);
  onTestFinished(() => (pglite.closed ? undefined : pglite.close()));
  return { run: runEmbedded(pglite), pglite };
};

describe('a statement that a server knows', () => {
  it('is asked only once what its rows look like', async () => {
    const { run, told } = await line();
    const statement = { name: 'one', text: 'select $1::int as number, null as nothing' };
    for (const number of [1, 2, 3]) expect((await run(statement, [number])).rows).toEqual([{ number, nothing: null }]);
    expect(told.filter((name) => name === 'rowDescription')).toHaveLength(1);
    expect(told.filter((name) => name === 'parseComplete')).toHaveLength(1);
  });

  it('answers no rows when it has none to tell', async () => {
    const { run, told } = await line();
    await run('create table known (id int)', []);
    const add = { name: 'add', text: 'insert into known values ($1)' };
    for (const id of [1, 2]) expect((await run(add, [id])).rows).toEqual([]);
    expect(told.filter((name) => name === 'noData')).toHaveLength(1);
    const find = { name: 'find', text: 'select id from known where id > $1 order by id' };
    const found = async (id: number) => (await run(find, [id])).rows;
    expect([await found(5), await found(1), await found(0)]).toEqual([[], [{ id: 2 }], [{ id: 1 }, { id: 2 }]]);
  });

  it('tells of a value that cannot be read', async () => {
    const unreadable = () => {
      throw new Error('what is this');
    };
    const { run } = await line({ getTypeParser: () => unreadable });
    const statement = { name: 'one', text: 'select $1::int as number' };
    for (let time = 0; time < 2; time += 1) await expect(run(statement, [1])).rejects.toThrow('what is this');
    expect((await run(statement, [null])).rows).toEqual([{ number: null }]);
    // Also beside one that can.
    const shared = { ...statement, name: 'one of several', sharesCommit: true } as const;
    const answers = await Promise.allSettled([run(shared, [1]), run(shared, [null])]);
    expect(answers).toEqual([
      { status: 'rejected', reason: new Error('what is this') },
      { status: 'fulfilled', value: { rows: [{ number: null }] } },
    ]);
  });
});

describe.each([
  ['a server', line],
  ['the embedded database', embedded],
])('a statement that %s knows', (_, opened) => {
  it('reads and writes values as the driver does', async () => {
    const { run } = await opened();
    const text = `select $1::int as int, $2::text as text, $3::float8 as float8, $4::bool as bool, $5::text[] as texts, $6::int[] as ints,
      $7::timestamptz as time, $8::json as json, $9::bytea as bytes, 12::int8 as big, 1.50::numeric as exact from generate_series(1, 2)`;
    const some = [
      -7,
      'ö "\\ \n\u{1F600}',
      0.1,
      true,
      ['a"b\\', ''],
      [1, 2],
      new Date(0),
      { a: [1] },
      Buffer.from([0, 255]),
    ];
    const plain = [0, '', -1e-9, 'f', '{a,NULL}', '{}', '2026-01-01T00:00:00.001Z', '[]', null];
    for (const values of [some, plain, some.map(() => null), plain]) {
      const { rows } = await run({ name: 'all kinds', text }, values);
      expect(rows).toHaveLength(2);
      expect(rows).toEqual((await run(text, values)).rows);
    }
  });

  it('tells what goes wrong, whenever that is, and can be asked again', async () => {
    const { run } = await opened();
    const divided = { name: 'divided', text: 'select 6 / $1::int as part' };
    for (let time = 0; time < 2; time += 1) {
      await expect(run(divided, [0])).rejects.toMatchObject({ code: '22012' });
      await expect(run(divided, ['x'])).rejects.toMatchObject({ code: '22P02' });
      expect((await run(divided, [2])).rows).toEqual([{ part: 3 }]);
    }
    const broken = { name: 'broken', text: 'select nothing from nowhere' };
    for (let time = 0; time < 2; time += 1) await expect(run(broken, [])).rejects.toMatchObject({ code: '42P01' });
    await expect(run({ ...divided, text: 'select 1' }, [])).rejects.toThrow(`two statements are called 'divided'`);
  });
});

describe('a statement that the embedded database knows', () => {
  it('answers no rows when it has none to tell', async () => {
    const { run } = await embedded();
    await run('create table known (id int)', []);
    for (const id of [1, 2])
      expect((await run({ name: 'add', text: 'insert into known values ($1)' }, [id])).rows).toEqual([]);
    expect((await run('select id from known', [])).rows).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('is planned once', async () => {
    const { run } = await embedded();
    const statement = { name: 'first', text: `${ROWS} (select $1::bigint)` };
    for (let time = 1; time <= 10; time += 1) expect((await run(statement, [time])).rows).toHaveLength(time);
    const plans = await run(
      'select name, custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements where name <> $1',
      [''],
    );
    expect(plans.rows).toEqual([{ name: 'first', custom: 5, generic: 5 }]);
  });

  it('waits for a transaction to end, and sees nothing of it before', async () => {
    const { run, pglite } = await embedded();
    await run('create table known (id int)', []);
    const count = { name: 'count', text: 'select count(*)::int as items from known' };
    expect((await run(count, [])).rows).toEqual([{ items: 0 }]);
    const [isBegun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const work = pglite.transaction(async (transaction) => {
      await transaction.query('insert into known values (1)');
      isBegun.resolve();
      await mayEnd.promise;
      await transaction.query('delete from known');
    });
    await isBegun.promise;
    const seen = run(count, []);
    await wait(50);
    mayEnd.resolve();
    await work;
    expect((await seen).rows).toEqual([{ items: 0 }]);
  });

  it('tells that the database is closed', async () => {
    const { run, pglite } = await embedded();
    await pglite.close();
    await expect(run({ name: 'one', text: 'select 1 as one' }, [])).rejects.toThrow('closed');
  });
});
