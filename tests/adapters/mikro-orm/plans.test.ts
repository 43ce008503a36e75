import { describe, expect, it } from 'vitest';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import type { Query } from '#adapters/mikro-orm/connection/query.ts';
import type { Prepared } from '#adapters/mikro-orm/connection/statement.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { databaseVault } from '#adapters/mikro-orm/vault.ts';
import type { Marketplace } from '#application/ports/marketplace.ts';
import { DAY } from '#domain/instant.ts';
import { leadSearch } from '#domain/lead-search.ts';
import { NEWEST_FIRST } from '#domain/vault-order.ts';
import type { VaultOrder } from '#domain/vault-order.ts';
import { leadAt } from '#tests/bench/leads.ts';
import { onServer } from '#tests/support/postgres-statement.ts';
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
const shopOf = async (count: number, settings: readonly string[] = []) => {
  const { url, drop } = await freshDatabase();
  const name = new URL(url).pathname.slice(1);
  for (const setting of settings) await onServer(url, `alter database "${name}" set ${setting}`);
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

/** What it costs to call workers, as dear beside so many leads as it is by default beside a million. */
const asOfMillion = (count: number): readonly string[] => [
  `parallel_setup_cost = ${(1_000 * count) / 1_000_000}`,
  'min_parallel_table_scan_size = 0',
  'min_parallel_index_scan_size = 0',
];

/** A database that also tells how each statement that it is asked was carried out. */
const explaining = (database: Pick<Database, 'query' | 'reading'>) => {
  const told: { readonly name: string; readonly plan: string }[] = [];
  const query: Query = async <Row>(statement: string | Prepared, parameters: readonly unknown[] = []) => {
    const { name, text } = typeof statement === 'string' ? { name: statement, text: statement } : statement;
    const lines = await database.query<{ readonly 'QUERY PLAN': string }>(`explain (analyze) ${text}`, parameters);
    told.push({ name, plan: lines.map((line) => line['QUERY PLAN']).join('\n') });
    return database.query<Row>(statement, parameters);
  };
  return { told, query, reading: () => query };
};

const callsWorkers = (plan: string): boolean => / Gather.*\(actual /.test(plan);

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
        for (const page of [1, 2, 10_000])
          await vault.page({ ...one, vaultedAfter: WEEK_START - 90 * DAY, until: UNTIL, page: { page, size: 2 } });
    const all = await plans();
    expect(all.filter(([, anew]) => anew !== ONCE_AND_FOR_ALL)).toEqual([]);
    // Of all and of a state: pages from both ends, searches with and without a piece, and by date also their first and next pages.
    expect(all).toHaveLength(2 * (ORDERS.length * (2 + 2) + 2));
    await close();
  });
});

/** How many entries of the vault were looked at in vain. */
const passedOver = (plan: string): number =>
  [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].reduce((sum, [, rows]) => sum + Number(rows), 0);

/** How many entries were walked over along an index on the way to a page, and on it. */
const walkedOver = (plan: string): number => {
  const walks = [...plan.matchAll(/Index Scan .*on vault_entry.*\(actual .*rows=([\d.]+) loops/g)];
  return passedOver(plan) + walks.reduce((sum, [, rows]) => sum + Number(rows), 0);
};

const looksUpPieces = (plan: string): boolean => /Bitmap Index Scan on vault_entry_text .*\(actual /.test(plan);

describe('a search of the vault', () => {
  it('that finds nothing is not made again while the vault stays as it is', async () => {
    const { database, close } = await shopOf(3_000);
    const { told, reading } = explaining(database);
    const vault = databaseVault({ reading });
    for (const state of [undefined, 'TX' as const])
      for (const order of ORDERS) {
        const asked = { state, order, vaultedAfter: WEEK_START - 90 * DAY, until: UNTIL };
        const page = { page: 1, size: 2 };
        // One with a piece of three letters, and one without.
        for (const search of ['zzzz', '_'])
          for (const again of [false, true]) {
            expect(await vault.page({ ...asked, search, page })).toMatchObject({ rows: [], totalItems: 0 });
            const { name, plan } = told.at(-1) ?? { name: '', plan: '' };
            if (again) expect(passedOver(plan), `${name}\n${plan}`).toBe(0);
            else if (search === '_' && order === ORDERS[0]) expect(passedOver(plan)).toBeGreaterThan(50);
          }
      }
    await close();
  });

  it.each([
    ['of all', undefined, 30],
    ['of a state', 'TX' as const, 5],
  ])(
    '%s by date walks past no page before the one that is turned to, until the vault changes',
    async (_, state, far) => {
      const { database, close } = await shopOf(10_000);
      const { told, query, reading } = explaining(database);
      const { page } = databaseVault({ reading });
      for (const direction of ['asc', 'desc'] as const) {
        const order = { by: 'date', direction } as const;
        const asked = { state, order, search: 'example', vaultedAfter: WEEK_START - 90 * DAY, until: UNTIL };
        const read = async (number: number) => {
          const { currentPage } = await page({ ...asked, page: { page: number, size: 25 } });
          expect(currentPage).toBe(number);
          return told.at(-1) ?? { name: '', plan: '' };
        };
        expect(walkedOver((await read(far)).plan)).toBeGreaterThan((far - 1) * 25);
        const turned = [];
        for (let number = 1; number <= far; number += 1) turned.push(await read(number));
        for (const { name, plan } of turned) expect(walkedOver(plan), `${name}\n${plan}`).toBeLessThan(75);
        expect(turned.at(-1)?.name).toContain('the next page of a search');
        await query('delete from lead where id = (select lead_id from vault_entry limit 1)');
        expect((await read(far)).name).not.toContain('the next page');
        const before = told.length;
        await read(far);
        // What did not hold is not tried again.
        expect(told).toHaveLength(before + 1);
        expect((await read(1)).name).toContain('the first page of a search');
      }
      await close();
    },
  );

  it('that finds many walks past no more of them by price than it has to, among all and in a state', async () => {
    const { database, close } = await shopOf(10_000);
    // So many leads are then expected of a state as in a vault that is twenty-five times as large.
    await database.query('alter table vault_entry alter column state set (n_distinct = 2)');
    await database.query('analyze vault_entry');
    const { told, reading } = explaining(database);
    const { page } = databaseVault({ reading });
    for (const direction of ['asc', 'desc'] as const)
      for (const state of [undefined, 'TX' as const]) {
        const order = { by: 'price', direction } as const;
        const asked = { state, order, search: 'example', vaultedAfter: WEEK_START - 90 * DAY, until: UNTIL };
        // The first finds out how many there are.
        for (const number of [1, 1, 2]) await page({ ...asked, page: { page: number, size: 10 } });
        for (const { plan } of told.slice(-2)) {
          expect(walkedOver(plan)).toBeLessThan(75);
          expect(plan).not.toMatch(/Bitmap Heap Scan on vault_entry.*\(actual /);
        }
      }
    await close();
  });

  it('that finds many, but none near, gives up walking and looks them up', async () => {
    const { database, close } = await shopOf(10_000);
    const { told, reading } = explaining(database);
    // The oldest seventh of all.
    await database.query(`update lead set first_name = 'Zed', vault_search = 'zed' where id in
      (select lead_id from vault_entry order by vaulted_at, lead_id limit 400)`);
    await database.query('vacuum analyze vault_entry');
    const { page } = databaseVault({ reading });
    for (const direction of ['desc', 'asc'] as const) {
      const order = { by: 'date', direction } as const;
      const asked = { state: undefined, order, vaultedAfter: WEEK_START - 90 * DAY, until: UNTIL, search: 'zed' };
      const found = [];
      for (let number = 1; number <= 40; number += 1) {
        const { rows, totalItems } = await page({ ...asked, page: { page: number, size: 10 } });
        expect(totalItems).toBe(400);
        found.push(...rows);
        const { plan } = told.at(-1) ?? { plan: '' };
        if (number === 1) expect(passedOver(plan), plan).toBeLessThan(2_000);
      }
      expect(new Set(found.map(({ id }) => id)).size).toBe(400);
      const times = found.map(({ vaultedAt }) => vaultedAt);
      expect(times).toEqual(times.toSorted((a, b) => (direction === 'asc' ? a - b : b - a)));
    }
    await close();
  });

  it('whose leads lie far apart does not hold up those who wait behind it', async () => {
    const { database, close } = await shopOf(1_000);
    const { told, reading } = explaining(database);
    // The oldest of all: on the average they are near.
    await database.query(`update lead set first_name = 'Zed', vault_search = 'zed' where id in
      (select lead_id from vault_entry order by vaulted_at, lead_id limit 60)`);
    const { page } = databaseVault({ reading }, { shortWalk: 100 });
    const asked = { state: undefined, order: NEWEST_FIRST, vaultedAfter: WEEK_START - 90 * DAY, until: UNTIL };
    const read = async (number: number) => {
      const { rows } = await page({ ...asked, search: 'zed', page: { page: number, size: 10 } });
      expect(rows.map(({ firstName }) => firstName)).toEqual(Array(10).fill('Zed'));
    };
    for (const number of [1, 1, 2]) await read(number);
    const further = told.filter(({ name }) => name.includes('page of a search'));
    expect(further.map(({ name }) => name)).toEqual([
      'the first page of a search of the vault date desc',
      'the next page of a search of the vault date desc',
    ]);
    for (const { plan } of further) expect(passedOver(plan), plan).toBeLessThanOrEqual(100);
    expect(told).toHaveLength(4);
    await close();
  });

  it('is counted by the pieces of its text, unless many of the newest leads have it', async () => {
    const { database, close } = await shopOf(10_000, ['enable_seqscan = off']);
    const { told, reading } = explaining(database);
    const { page } = databaseVault({ reading });
    const asked = { state: undefined, order: NEWEST_FIRST, vaultedAfter: WEEK_START - 90 * DAY, until: UNTIL };
    const counted: (readonly [search: string, found: boolean, byPieces: boolean])[] = [];
    for (const search of ['example', 'gmail', 'yahoo', 'austin']) {
      const { totalItems } = await page({ ...asked, search, page: { page: 1, size: 2 } });
      counted.push([search, totalItems > 10, looksUpPieces(told.at(-1)?.plan ?? '')]);
    }
    expect(counted).toEqual([
      ['example', true, false],
      ['gmail', true, false],
      ['yahoo', true, true],
      ['austin', true, true],
    ]);
    await close();
  });

  it('that finds many, or all, is exported along the index that has their order, whichever that is', async () => {
    const { database, close } = await shopOf(30_000);
    const { told, reading } = explaining(database);
    const { all } = databaseVault({ reading });
    for (const by of ['date', 'price'] as const)
      for (const direction of ['asc', 'desc'] as const)
        for (const search of ['gmail', '']) {
          const order = { by, direction };
          const asked = { state: undefined, order, vaultedAfter: WEEK_START - 90 * DAY, until: UNTIL, search };
          for await (const some of all({ ...asked, atMost: 1_000 })) expect(some).not.toEqual([]);
        }
    expect(told).toHaveLength(4 * 2 * 5);
    for (const { plan } of told) expect(plan).not.toMatch(/Bitmap|Sort/);
    await close();
  });
});

/** Everything, a state and a place: the leads of each are side by side in an index. */
const SIDE_BY_SIDE = ['', 'tx', 'austin, tx'];

/** Pages before and after the middle. */
const readFar = async (unsold: Marketplace['unsold'], searches: readonly string[]): Promise<void> => {
  for (const search of searches) {
    const asked = { search: leadSearch(search), from: WEEK_START, until: UNTIL };
    const { totalPages } = await unsold({ ...asked, page: { page: 1, size: 1 } });
    for (const page of [Math.floor(totalPages / 2) - 2, Math.floor(totalPages / 2) + 2])
      await unsold({ ...asked, page: { page, size: 1 } });
  }
};
const FAR = { shortWalk: 2, apart: 2 };
const FAR_NAMES = ['unsold', 'unsold of a place', 'unsold of a state', 'unsold of many places'].flatMap((name) => [
  `${name}, from a milestone`,
  `milestone of ${name}`,
  `milestone of ${name}, from the oldest`,
]);

describe('of pages far from both ends', () => {
  it('no statement is planned anew for its values', async () => {
    const { database, plans, close } = await shopOf(30_000);
    // What one has learnt the next one has to find again.
    for (let turn = 0; turn < 10; turn += 1)
      await readFar(databaseMarketplace(database, FAR).unsold, [...SIDE_BY_SIDE, 's']);
    const all = (await plans()).filter(([name]) => name.includes('milestone'));
    expect(Object.fromEntries(all)).toEqual(Object.fromEntries(FAR_NAMES.map((name) => [name, ONCE_AND_FOR_ALL])));
    await close();
  });
});

describe('a page in the middle of many places', () => {
  it('passes by no more leads than there are after the milestone before it', async () => {
    const { database, close } = await shopOf(30_000);
    const { told, reading } = explaining(database);
    const { unsold } = databaseMarketplace({ reading }, { shortWalk: 100, apart: 10 });
    const asked = { search: leadSearch('s'), from: WEEK_START, until: UNTIL };
    const { totalItems, totalPages } = await unsold({ ...asked, page: { page: 1, size: 5 } });
    const middle = Math.floor(totalPages / 2);
    for (const page of [middle, middle + 1, middle]) await unsold({ ...asked, page: { page, size: 5 } });
    const { name, plan } = told.at(-1) ?? { name: '', plan: '' };
    expect(name).toBe('unsold of many places, from a milestone');
    // Of six leads there is one among these places.
    expect(totalItems).toBeGreaterThan(500);
    expect(passedOver(plan), plan).toBeLessThan(500);
    await close();
  });
});

describe('a search of many places', () => {
  it('whose leads all lie at the other end gives up walking, and finds the same', async () => {
    const { database, close } = await shopOf(30_000);
    const { told, reading } = explaining(database);
    const { unsold } = databaseMarketplace({ reading });
    const asked = { search: leadSearch('s'), from: WEEK_START, until: UNTIL };
    const all = await unsold({ ...asked, page: { page: 1, size: 10_000 } });
    const ids = all.rows.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(500);
    // As in a file that was sorted by place: those of the search come last.
    const listed = 'to_timestamp(($1::float8 + case when id = any($2::uuid[]) then 0 else 1 end * 60000) / 1000)';
    await database.query(`update lead set listed_at = ${listed} where standing = 'listed'`, [WEEK_START, ids]);
    await database.query('vacuum analyze lead');
    const sorted = ids.toSorted();
    for (const page of [1, 2, 3]) {
      const { rows, totalItems } = await unsold({ ...asked, page: { page, size: 10 } });
      expect(rows.map(({ id }) => id)).toEqual(sorted.slice((page - 1) * 10, page * 10));
      expect(totalItems).toBe(ids.length);
      const { name, plan } = told.at(-1) ?? { name: '', plan: '' };
      expect(name).toBe('unsold of many places');
      expect(passedOver(plan), plan).toBeLessThan(2_000);
    }
    await close();
  });
});

describe('of a million leads', () => {
  it('no short statement waits for workers to be called, which takes longer than itself', async () => {
    const leads = 30_000;
    const { database, close } = await shopOf(leads, asOfMillion(leads));
    const { told, query, reading } = explaining(database);
    const { unsold, dearestVaulted } = databaseMarketplace({ reading });
    const vault = databaseVault({ reading });
    await readFar(databaseMarketplace({ reading }, FAR).unsold, SIDE_BY_SIDE);
    for (const search of ['', 'tx', 'austin'])
      for (const page of BOTH_ENDS)
        await unsold({ search: leadSearch(search), page: { page, size: 2 }, from: WEEK_START, until: UNTIL });
    await dearestVaulted({ count: 5, vaultedAfter: 0, until: UNTIL });
    for (const state of [undefined, 'TX' as const])
      for (const order of ORDERS)
        for (const page of [1, 2, 10_000])
          await vault.page({
            state,
            order,
            search: '',
            vaultedAfter: WEEK_START - 90 * DAY,
            until: UNTIL,
            page: { page, size: 2 },
          });
    // Everything, a state and a place, from both ends and in between, and of the vault all and a state in each order, from both ends; the
    // examples; places.
    expect(new Set(told.map(({ name }) => name)).size).toBe(3 * (2 + 3) + 2 * ORDERS.length * 2 + 1 + 1);
    for (const { name, plan } of told) expect(callsWorkers(plan), `${name}\n${plan}`).toBe(false);
    await query('select count(*) from lead');
    expect(callsWorkers(told.at(-1)?.plan ?? '')).toBe(true);
    await close();
  });
});
