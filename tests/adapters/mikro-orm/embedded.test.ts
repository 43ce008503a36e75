import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openPglite } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { DEAREST } from '#adapters/mikro-orm/lists/marketplace-statements.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { scheduleMaintenance } from '#adapters/mikro-orm/connection/maintenance.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { sqlOf } from '#adapters/mikro-orm/transaction/transaction-sql.ts';
import { DAY } from '#domain/instant.ts';
import { leadAt } from '#tests/bench/leads.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';

type Embedded = Extract<Database, { readonly kind: 'pglite' }>;

/** Some milliseconds of work. */
const WORK = 'select count(*) from generate_series(1, 50000)';
const OFTEN = 60;

const again = async (times: number, act: () => Promise<unknown>): Promise<void> => {
  for (let time = 0; time < times; time += 1) await act();
};

/** How many turns of the event loop there are meanwhile. */
const turnsOf = async (work: () => Promise<unknown>): Promise<number> => {
  let [turns, isOver] = [0, false];
  const counting = (async () => {
    for (; !isOver; turns += 1) await nextTurn();
  })();
  await work();
  isOver = true;
  await counting;
  return turns;
};

describe('the embedded database', () => {
  let database: Embedded;
  beforeAll(async () => {
    const opened = await openPglite({ folder: undefined });
    if (opened.kind !== 'pglite') throw new Error('not embedded');
    database = opened;
    await migrate(database);
  });
  afterAll(() => database.close());

  const inTransaction = (times: number): Promise<void> =>
    database.orm.em.fork().transactional(async (em) => {
      const sql = sqlOf(em);
      await again(times, () => sql(WORK, []));
    });

  it.each([
    ['that are prepared', () => again(OFTEN, () => database.run({ name: 'work', text: WORK }, []))],
    ['that are not', () => again(OFTEN, () => database.run(WORK, []))],
    ['of one transaction', () => inTransaction(OFTEN)],
  ])('lets requests in between statements %s', async (_, work) => {
    expect(await turnsOf(work)).toBeGreaterThan(5);
  });

  it('answers whoever asks beside long transactions after one or two of them', async () => {
    let ended = 0;
    const transactions = again(20, async () => {
      await inTransaction(5);
      ended += 1;
    });
    await nextTurn();
    await database.query({ name: 'short', text: 'select 1' });
    expect(ended).toBeLessThan(5);
    await transactions;
  });

  // It never looks how many leads there are. Of many, it would believe that hardly any came in those days, and sort them all.
  it('finds the examples along the index of their order, and by nothing else', async () => {
    const leads = Array.from({ length: 1_000 }, (_, index) => leadAt(index, Date.UTC(2026, 10, 16, 15)));
    await databaseStore(database, { addJob: addStoredJob })((repositories) => repositories.leads.add(leads));
    const values = [new Date(0).toISOString(), new Date().toISOString(), 5];
    const lines = await database.query<{ readonly 'QUERY PLAN': string }>(`explain ${DEAREST.text}`, values);
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan using lead_vaulted_by_price on lead/);
    expect(plan).not.toMatch(/Index Cond|Sort/);
  });

  it('is tidied up, again and again, until it is closed', async () => {
    const number = async (text: string): Promise<number | undefined> =>
      (await database.query<{ readonly number: number }>(text))[0]?.number;
    const known = () => number(`select reltuples::int as number from pg_class where relname = 'place'`);
    const looked = () => number(`select count(*)::int as number from pg_stats where tablename = 'place'`);
    const add = (city: string) => database.query(`insert into place (city, state) values ($1, 'TX')`, [city]);
    const places = (await number('select count(*)::int as number from place')) ?? 0;
    expect([await known(), await looked()]).toEqual([-1, 0]);
    const stop = scheduleMaintenance(database.native, { first: 1, every: 1 });
    await expect.poll(known).toBe(places);
    await expect.poll(looked).toBeGreaterThan(0);
    await add('Tidy');
    await expect.poll(known).toBe(places + 1);
    stop();
    await add('Untidy');
    await again(500, nextTurn);
    expect(await known()).toBe(places + 1);
  });

  it('begins its log of changes anew each time, which would else grow for as long as it is open', async () => {
    const begins = async (): Promise<string | undefined> =>
      (await database.query<{ readonly at: string }>('select redo_lsn::text as at from pg_control_checkpoint()'))[0]
        ?.at;
    const before = await begins();
    await database.query(`insert into place (city, state) values ('Tidier', 'TX')`);
    expect(await begins()).toBe(before);
    const stop = scheduleMaintenance(database.native, { first: 1, every: DAY });
    await expect.poll(begins).not.toBe(before);
    stop();
  });
});
