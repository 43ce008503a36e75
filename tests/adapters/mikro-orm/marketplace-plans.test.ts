import { expect, it } from 'vitest';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { leadSearch } from '#domain/lead-search.ts';
import { leadAt } from '#tests/bench/leads.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';

const WEEK_START = Date.UTC(2026, 10, 16, 15);
const UNTIL = WEEK_START + 3_600_000;

/** Everything, a state, a place, few places, many, and some of both. */
const SEARCHES = ['', 'tx', 'austin', 'san', 's', 'new', 'wash'];
const BOTH_ENDS = [1, 10_000];

it.each([300, 30_000])('no list is planned anew for its values: not of %i leads', async (count) => {
  const { url, drop } = await freshDatabase();
  const database = await openPostgres({ url, poolSize: 1, statementMilliseconds: 60_000 });
  const leads = Array.from({ length: count }, (_, index) => leadAt(index, WEEK_START));
  await databaseStore(database, { addJob: addStoredJob })((repositories) => repositories.leads.add(leads));
  await database.query('analyze');

  const { unsold, dearestVaulted } = databaseMarketplace(database);
  for (let turn = 0; turn < 10; turn += 1) {
    for (const search of SEARCHES)
      for (const page of BOTH_ENDS)
        await unsold({ search: leadSearch(search), page: { page, size: 2 }, from: WEEK_START, until: UNTIL });
    await dearestVaulted({ count: 5, vaultedAfter: 0, until: UNTIL });
  }
  const plans = await database.query<{ readonly name: string; readonly anew: number }>(
    'select name, custom_plans::int as anew from pg_prepared_statements order by name',
  );
  // So often PostgreSQL plans each before it compares.
  expect(plans.map(({ name, anew }) => [name, anew])).toEqual([
    ['dearest vaulted leads', 5],
    ['unsold', 5],
    ['unsold of a place', 5],
    ['unsold of a place, from the oldest', 5],
    ['unsold of a state', 5],
    ['unsold of a state, from the oldest', 5],
    ['unsold of few places', 5],
    ['unsold of few places, from the oldest', 5],
    ['unsold of many places', 5],
    ['unsold of many places, from the oldest', 5],
    ['unsold, from the oldest', 5],
  ]);
  await database.close();
  await drop();
});
