import { describe, expect, it } from 'vitest';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { databaseVault } from '#adapters/mikro-orm/vault.ts';
import { DAY } from '#domain/instant.ts';
import { leadSearch } from '#domain/lead-search.ts';
import { NEWEST_FIRST } from '#domain/vault-order.ts';
import type { VaultOrder } from '#domain/vault-order.ts';
import { leadAt } from '#tests/bench/leads.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';

const WEEK_START = Date.UTC(2026, 10, 16, 15);
const UNTIL = WEEK_START + 3_600_000;

/** Everything, a state, a place, few places, many, and some of both. */
const SEARCHES = ['', 'tx', 'austin', 'san', 's', 'new', 'wash'];
const BOTH_ENDS = [1, 10_000];

const ORDERS: readonly VaultOrder[] = [NEWEST_FIRST, { by: 'price', direction: 'asc' }];

type Plan = { readonly name: string; readonly anew: number };

const PLANS = "select name, custom_plans::int as anew from pg_prepared_statements where name <> 'plans'";

/** A database with so many leads, one connection and one for short reads, and how often it has planned each of its prepared statements anew. */
const shopOf = async (count: number) => {
  const { url, drop } = await freshDatabase();
  const database = await openPostgres({ url, poolSize: 1, statementMilliseconds: 60_000 });
  const leads = Array.from({ length: count }, (_, index) => leadAt(index, WEEK_START));
  await databaseStore(database, { addJob: addStoredJob })((repositories) => repositories.leads.add(leads));
  await database.query('analyze');
  return {
    database,
    plans: async (): Promise<readonly (readonly [name: string, anew: number])[]> => {
      const plans = [PLANS, { name: 'plans', text: PLANS, isShort: true } as const].map((text) =>
        database.query<Plan>(text),
      );
      return (await Promise.all(plans)).flat().map(({ name, anew }) => [name, anew]);
    },
    close: async () => {
      await database.close();
      await drop();
    },
  };
};

/** PostgreSQL plans each so often before it compares. */
const ONCE_AND_FOR_ALL = 5;

describe.each([300, 30_000])('of %i leads', (count) => {
  it('no list is planned anew for its values', async () => {
    const { database, plans, close } = await shopOf(count);
    const { unsold, dearestVaulted } = databaseMarketplace(database);
    for (let turn = 0; turn < 10; turn += 1) {
      for (const search of SEARCHES)
        for (const page of BOTH_ENDS)
          await unsold({ search: leadSearch(search), page: { page, size: 2 }, from: WEEK_START, until: UNTIL });
      await dearestVaulted({ count: 5, vaultedAfter: 0, until: UNTIL });
    }
    const names = ['unsold', 'unsold of a place', 'unsold of a state', 'unsold of few places', 'unsold of many places'];
    expect(Object.fromEntries(await plans())).toEqual(
      Object.fromEntries(
        ['dearest vaulted leads', ...names, ...names.map((name) => `${name}, from the oldest`)].map((name) => [
          name,
          ONCE_AND_FOR_ALL,
        ]),
      ),
    );
    await close();
  });

  it('no page of the vault is', async () => {
    const { database, plans, close } = await shopOf(count);
    const vault = databaseVault(database);
    const asked = [undefined, 'TX' as const].flatMap((state) =>
      ORDERS.flatMap((order) => ['', 'austin', 'an'].map((search) => ({ state, order, search }))),
    );
    for (let turn = 0; turn < 10; turn += 1)
      for (const one of asked)
        for (const page of BOTH_ENDS)
          await vault.page({ ...one, vaultedAfter: WEEK_START - 90 * DAY, until: UNTIL, page: { page, size: 2 } });
    const all = await plans();
    expect(all.filter(([, anew]) => anew !== ONCE_AND_FOR_ALL)).toEqual([]);
    // Pages from both ends, searches with and without a piece; of all and of a state.
    expect(all).toHaveLength(ORDERS.length * (2 + 2) * 2);
    await close();
  });
});
