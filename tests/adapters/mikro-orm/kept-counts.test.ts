import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';

import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import type { Query } from '#adapters/mikro-orm/connection/query.ts';
import type { Marketplace } from '#application/ports/marketplace.ts';
import { DAY, WEEK } from '#domain/instant.ts';
import type { Lead, LeadStanding } from '#domain/lead.ts';
import { leadSearch } from '#domain/lead-search.ts';
import type { StateCode } from '#domain/us-states.ts';
import { someLead } from '#tests/contracts/store-samples.ts';
import { onServer } from '#tests/support/postgres-statement.ts';
import { holds } from '#tests/support/property.ts';
import { sharedDatabase } from '#tests/support/shared-database.ts';
import { BY_HAND, MONDAY, aStep, anInstant } from './lead-steps.ts';
import type { Step } from './lead-steps.ts';
import { expectCounts, expectLatest, naiveMarketplace } from './naive-counts.ts';

const SEARCHES = [
  '',
  'austin',
  'tx',
  'texas',
  'new',
  'n',
  'port',
  'sao',
  'salem',
  'new york, ny',
  'a',
  'nowhere',
  'ny',
  'wi',
];

describe('the kept counts', () => {
  const { url, database, atomically } = sharedDatabase();

  const some = async (which: number, count: number): Promise<readonly string[]> => {
    const ids = (await database().query<{ readonly id: string }>('select id from lead order by id')).map(
      ({ id }) => id,
    );
    return ids.length === 0
      ? []
      : Array.from({ length: Math.min(count, ids.length) }, (_, each) => ids[(which + each) % ids.length] ?? '');
  };

  const take = async (step: Step): Promise<void> => {
    if (step.what === 'by hand') {
      await onServer(url(), step.fails ? `begin; ${step.statement}; rollback` : step.statement);
      return;
    }
    const ids = 'which' in step ? await some(step.which, 'count' in step ? step.count : 1) : [];
    const done = atomically(async ({ leads }) => {
      if (step.what === 'add') await leads.add(step.leads.map((lead) => ({ ...lead, id: uuid() })));
      if (step.what === 'remove') await leads.remove(ids);
      for (const id of ids) {
        const lead = await leads.find(id);
        if (lead === undefined || step.what === 'remove') continue;
        if (step.what === 'change') await leads.save({ ...lead, standing: step.standing });
        if (step.what === 'rename') await leads.save({ ...lead, contact: { ...lead.contact, firstName: step.name } });
      }
      if (step.fails) {
        // What was changed is written before all is undone.
        await leads.findToVault(0, 1);
        throw new Error('undone');
      }
    });
    await done.catch((error: unknown) => {
      if (!step.fails) throw error;
    });
  };

  /** Reads, and tells by which statements. */
  const listening = () => {
    const told: string[] = [];
    const reading = (): Query => (statement, parameters) => {
      told.push(typeof statement === 'string' ? statement : statement.name);
      return database().query(statement, parameters);
    };
    return { told, reading };
  };

  const marketplaceAgrees = async (
    from: number,
    until: number,
    size: number,
    real: Marketplace = databaseMarketplace(database()),
  ): Promise<void> => {
    const naive = await naiveMarketplace(database().query);
    for (const text of SEARCHES) {
      const search = leadSearch(text);
      let last = 1;
      for (let page = 1; page <= last + 1; page += 1) {
        const request = { search, from, until, page: { page, size } };
        const expected = await naive.unsold(request);
        expect({ text, page, ...(await real.unsold(request)) }).toEqual({ text, page, ...expected });
        last = expected.totalPages;
      }
    }
  };

  it(
    'are right after whatever has been done or undone, and so are all pages of all searches',
    { timeout: 120_000 },
    async () => {
      const versions = new Map<number, string>();
      const noteVersion = async (): Promise<void> => {
        const { version, leads } = await expectCounts(database().query);
        await expectLatest(database().query);
        expect(versions.get(version) ?? leads).toBe(leads);
        versions.set(version, leads);
      };
      await holds(
        fc.asyncProperty(
          fc.array(aStep(), { minLength: 5, maxLength: 12, size: 'max' }),
          anInstant(-2, -1),
          anInstant(0, 2),
          fc.integer({ min: 1, max: 9 }),
          async (steps, from, until, size) => {
            await database().query('delete from lead');
            for (const step of steps) {
              await take(step);
              await noteVersion();
            }
            await marketplaceAgrees(from, until, size);
            await marketplaceAgrees(MONDAY, MONDAY + 2 * WEEK, size);
          },
        ),
        { numRuns: 12 },
      );
    },
  );

  it('lead to the right page from what is known of the order, or known no more', { timeout: 120_000 }, async () => {
    const { told, reading } = listening();
    // What it has learnt of the leads of one run it knows in the next one.
    const real = databaseMarketplace({ reading }, { shortWalk: 3, apart: 3 });
    const inOnePlace = Array.from({ length: 40 }, (_, index) =>
      someLead({
        place: { city: 'New York', state: 'NY' },
        standing: { state: 'listed', listedAt: MONDAY - WEEK + (index % 3) },
      }),
    );
    await holds(
      fc.asyncProperty(
        fc.array(aStep(), { minLength: 3, maxLength: 6, size: 'max' }),
        // In the last instant of a week none of its leads is still to come.
        fc.array(fc.oneof(anInstant(-1, 2), fc.constantFrom(MONDAY - 1, MONDAY + WEEK - 1)), {
          minLength: 3,
          maxLength: 3,
        }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, instants, size) => {
          await database().query('delete from lead');
          await take({ what: 'add', leads: inOnePlace, fails: false });
          for (const step of steps) {
            await take(step);
            for (const until of instants) await marketplaceAgrees(MONDAY - 2 * WEEK, until, size, real);
          }
        },
      ),
      { numRuns: 6 },
    );
    for (const name of ['unsold', 'unsold of a state', 'unsold of a place', 'unsold of many places']) {
      const [found, walked] = [`milestone of ${name}`, `${name}, from a milestone`];
      const times = (what: string): number => told.filter((one) => one === what).length;
      // Each was used again, and found anew.
      expect(times(found), name).toBeGreaterThan(10);
      expect(times(walked), name).toBeGreaterThan(times(found));
    }
  });

  it('of whole weeks are enough, unless the time begins in a week or one of its leads is still to come', async () => {
    await database().query('delete from lead');
    await database().query('delete from lead_count');
    const listed = (listedAt: number) => someLead({ standing: { state: 'listed', listedAt } });
    const add = (...instants: readonly number[]) => atomically(({ leads }) => leads.add(instants.map(listed)));
    const { told, reading } = listening();
    const { unsold } = databaseMarketplace({ reading }, { shortWalk: 3, apart: 3 });
    const read = async (from: number, until: number, page = 1) => {
      told.length = 0;
      const request = { search: leadSearch(''), from, until, page: { page, size: 2 } };
      expect(await unsold(request)).toEqual(await (await naiveMarketplace(database().query)).unsold(request));
      return [...told];
    };
    await add(...Array.from({ length: 40 }, () => MONDAY), MONDAY + DAY, MONDAY + WEEK);
    expect(await read(MONDAY, MONDAY + DAY)).toEqual(['unsold']);
    expect(await read(MONDAY, MONDAY + DAY, 10)).toEqual(['milestone of unsold', 'unsold, from a milestone']);
    expect(await read(MONDAY, MONDAY + DAY - 1)).toEqual(['unsold', 'unsold, exact']);
    expect(await read(MONDAY, MONDAY + DAY - 1, 20)).toEqual([
      'unsold, from the oldest',
      'unsold, exact, from the oldest',
    ]);
    expect(await read(MONDAY + 1, MONDAY + DAY)).toEqual(['unsold', 'unsold, exact']);
    expect(await read(MONDAY, MONDAY + DAY)).toEqual(['unsold']);
    // A place on the way holds for a time in which all leads are shown, and not for any other.
    expect(await read(MONDAY, MONDAY + DAY, 10)).toEqual(['unsold, from a milestone']);
    await read(MONDAY, MONDAY + DAY - 1, 10);
    await read(MONDAY - 1, MONDAY + DAY, 10);
    await add(MONDAY + 2 * DAY);
    await read(MONDAY, MONDAY + DAY, 10);
    await read(MONDAY, MONDAY + 2 * DAY, 10);
    // It was to come, and is gone: the count is as exact as before, and as slow as long as it would have been to come.
    await database().query(`delete from lead where listed_at = $1`, [new Date(MONDAY + 2 * DAY).toISOString()]);
    expect(await read(MONDAY, MONDAY + DAY)).toEqual(['unsold', 'unsold, exact']);
    expect(await read(MONDAY, MONDAY + 2 * DAY)).toEqual(['unsold']);
  });

  it('are not taken for those of another state that has changed as often', async () => {
    await database().query('delete from lead');
    const leads = Array.from({ length: 40 }, (_, index) =>
      someLead({
        place: { city: 'Kansas City', state: index < 20 ? 'KS' : 'MO' },
        standing: { state: 'listed', listedAt: MONDAY },
      }),
    );
    await atomically((repositories) => repositories.leads.add(leads));
    const { unsold } = databaseMarketplace(database(), { shortWalk: 3, apart: 3 });
    const naive = await naiveMarketplace(database().query);
    for (const text of ['ks', 'mo', 'ks', 'mo'])
      for (const page of [1, 5]) {
        const request = { search: leadSearch(text), from: MONDAY, until: MONDAY, page: { page, size: 2 } };
        expect(await unsold(request)).toEqual(await naive.unsold(request));
      }
  });

  it('lead on from what is known of the order whatever changes in weeks that are over', async () => {
    await database().query('delete from lead');
    await database().query('delete from lead_count');
    const listed = (listedAt: number) => someLead({ standing: { state: 'listed', listedAt } });
    await atomically(({ leads }) => leads.add(Array.from({ length: 40 }, () => listed(MONDAY))));
    const { told, reading } = listening();
    const { unsold } = databaseMarketplace({ reading }, { shortWalk: 3, apart: 3 });
    const read = () => unsold({ search: leadSearch(''), from: MONDAY, until: MONDAY, page: { page: 10, size: 2 } });
    const before = [await read(), await read()][1];
    told.length = 0;
    await atomically(({ leads }) => leads.add([listed(MONDAY - 1), listed(MONDAY - 3 * WEEK)]));
    expect(await read()).toEqual(before);
    expect(told).toEqual(['unsold, from a milestone']);
    await atomically(({ leads }) => leads.add([listed(MONDAY)]));
    expect(await read()).toMatchObject({ totalItems: 41 });
    expect(told.length).toBeGreaterThan(2);
  });

  it.each([
    ['first', [4, 40], { from: MONDAY - WEEK, until: MONDAY + DAY }, { from: MONDAY, until: MONDAY + DAY }, [0, 4]],
    [
      'last',
      [40, 4],
      { from: MONDAY - WEEK, until: MONDAY + DAY },
      { from: MONDAY - WEEK, until: MONDAY - DAY },
      [4, 4],
    ],
  ] as const)(
    'are not taken for those of other weeks that have changed as often: another %s week',
    async (_which, listed, before, after, removed) => {
      await database().query('delete from lead');
      await database().query('delete from lead_count');
      const weeks = [MONDAY - WEEK, MONDAY].map((from, week) =>
        Array.from({ length: listed[week] ?? 0 }, (_, index) =>
          someLead({ standing: { state: 'listed', listedAt: from + index } }),
        ),
      );
      await atomically((repositories) => repositories.leads.add(weeks.flat()));
      const { unsold } = databaseMarketplace(database(), { shortWalk: 3, apart: 3 });
      const agrees = async (times: typeof before | typeof after): Promise<void> => {
        const request = { search: leadSearch(''), page: { page: 10, size: 2 }, ...times };
        expect(await unsold(request)).toEqual(await (await naiveMarketplace(database().query)).unsold(request));
      };
      await agrees(before);
      await agrees(before);
      const gone = weeks.flatMap((leads, week) => leads.slice(leads.length - removed[week as 0 | 1]));
      await atomically((repositories) => repositories.leads.remove(gone.map(({ id }) => id)));
      await agrees(after);
    },
  );

  it.each(BY_HAND)('stay right when somebody changes leads by hand: %s', async (statement) => {
    await database().query('delete from lead');
    const standings: readonly LeadStanding[] = [
      { state: 'listed', listedAt: MONDAY },
      { state: 'vaulted', listedAt: MONDAY - WEEK, vaultedAt: MONDAY },
    ];
    const leads = ['TX', 'NY', 'NJ'].flatMap((state) =>
      standings.map((standing) => someLead({ place: { city: 'Austin', state: state as StateCode }, standing })),
    );
    await atomically((repositories) => repositories.leads.add(leads));
    await database().query(statement);
    await expectCounts(database().query);
    await expectLatest(database().query);
    await marketplaceAgrees(MONDAY, MONDAY + WEEK, 2);
  });

  it('are no reason for a transaction that sees one state only to fail', async () => {
    await database().query('delete from lead');
    await database().query('delete from lead_count');
    const insert = `insert into lead (id, city, state, city_search, first_name, last_name, description, price, standing, listed_at)
      values (gen_random_uuid(), 'Austin', 'TX', ' austin', '', '', '', 1, 'listed', '2026-11-02 15:00Z')`;
    await database().query(insert);
    const client = new pg.Client({ connectionString: url() });
    await client.connect();
    await client.query('begin isolation level repeatable read; select from lead');
    await database().query(insert);
    await client.query(insert);
    await client.query('commit');
    await client.end();
    expect(await expectCounts(database().query)).toMatchObject({ mostRows: 2 });
  });

  it('stand for what the searches of the vault see: whatever changes that, changes the number of changes', async () => {
    await database().query('delete from lead');
    const [one, other] = [MONDAY, MONDAY].map((vaultedAt) =>
      someLead({ standing: { state: 'vaulted', listedAt: vaultedAt - WEEK, vaultedAt } }),
    ) as [Lead, Lead];
    await atomically(({ leads }) => leads.add([one, other]));
    const version = async () => (await expectCounts(database().query)).version;
    let last = await version();
    const changes = [
      `vault_search = 'bo'`,
      `state = 'NY'`,
      `vaulted_at = '2026-11-05 15:00Z'`,
      `id = gen_random_uuid()`,
      `standing = 'expired', expired_at = now(), vault_search = null`,
      `standing = 'vaulted', expired_at = null, vault_search = 'bo'`,
    ];
    for (const change of changes) {
      await database().query(`update lead set ${change} where id <> $1::uuid`, [other.id]);
      expect(await version(), change).toBeGreaterThan(last);
      last = await version();
    }
    await database().query(`update lead set price = 1, description = ''`);
    expect(await version()).toBe(last);
  });

  it('are of places that somebody else has added since', async () => {
    const real = databaseMarketplace(database());
    const found = async (text: string): Promise<number> =>
      (await real.unsold({ search: leadSearch(text), from: MONDAY, until: MONDAY, page: { page: 1, size: 5 } }))
        .totalItems;
    const words = ['Quitman', 'Quito Texas', 'Quincy'];
    for (const [count, city] of words.entries()) {
      expect(await found(city)).toBe(0);
      expect(await found('qui')).toBe(count);
      await atomically(({ leads }) =>
        leads.add([someLead({ place: { city, state: 'WA' }, standing: { state: 'listed', listedAt: MONDAY } })]),
      );
      expect(await found(city)).toBe(1);
      expect(await found('qui')).toBe(count + 1);
    }
    // One state, until a city elsewhere is called like it.
    expect(await found('texas')).toBe(1);
    expect(await found('Texas, WA')).toBe(1);
  });

  it('are of places whose number is lower than one that was seen before', async () => {
    const real = databaseMarketplace(database());
    const found = async (text: string): Promise<number> => {
      const page = { page: 1, size: 5 };
      return (await real.unsold({ search: leadSearch(text), from: MONDAY, until: MONDAY, page })).totalItems;
    };
    const insert = `insert into lead (id, city, state, city_search, first_name, last_name, description, price, standing, listed_at)
      values (gen_random_uuid(), $1, 'TX', '', '', '', '', 1, 'listed', '2026-11-02 15:00Z')`;
    const slow = new pg.Client({ connectionString: url() });
    await slow.connect();
    await slow.query('begin');
    await slow.query(insert, ['Zapata']);
    const quick = database().query(insert, ['Zavalla']);
    await Promise.race([quick, wait(300)]);
    await found('za');
    await slow.query('commit');
    await slow.end();
    await quick;
    expect(await found('zapata')).toBe(1);
    expect(await found('za')).toBe(2);
  });

  it('take one row of each kind, however often it changes, while nobody else changes it', async () => {
    await database().query('delete from lead');
    await database().query('delete from lead_count');
    for (let time = 0; time < 20; time += 1) {
      const lead = someLead({ standing: { state: 'listed', listedAt: MONDAY } });
      await atomically(({ leads }) => leads.add([lead]));
      await database().query(`update lead set standing = 'withdrawn', withdrawn_at = now() where id = $1::uuid`, [
        lead.id,
      ]);
    }
    expect((await expectCounts(database().query)).mostRows).toBe(1);
  });

  it('find every page of rare and of many places', async () => {
    await database().query('delete from lead');
    const leads = Array.from({ length: 900 }, (_, index) =>
      someLead({
        place: { city: index % 300 === 0 ? `Rare ${index}` : `Many ${index % 30}`, state: 'OH' },
        standing: { state: 'listed', listedAt: MONDAY + (index % 7) },
      }),
    );
    const more = Array.from({ length: 5 }, (_, index) =>
      someLead({
        place: { city: `Rare Not ${index}`, state: 'OH' },
        standing: { state: 'withdrawn', listedAt: MONDAY, withdrawnAt: MONDAY },
      }),
    );
    await atomically((repositories) => repositories.leads.add([...leads, ...more]));
    const naive = await naiveMarketplace(database().query);
    const real = databaseMarketplace(database());
    for (const [text, pages] of [
      ['rare', [1, 2]],
      ['many', [1, 2, 15, 16, 30, 31]],
      ['ohio', [1, 8, 16, 31]],
    ] as const)
      for (const page of pages) {
        const request = { search: leadSearch(text), from: MONDAY, until: MONDAY + DAY, page: { page, size: 29 } };
        expect(await real.unsold(request)).toEqual(await naive.unsold(request));
      }
    // Between rare ones the way is long: no page begins at one of them, however far it is from both ends.
    const { told, reading } = listening();
    const far = databaseMarketplace({ reading }, { shortWalk: 1, apart: 1 });
    for (const text of ['rare', 'many']) {
      told.length = 0;
      for (const page of [1, 2, 2]) {
        const request = { search: leadSearch(text), from: MONDAY, until: MONDAY + DAY, page: { page, size: 1 } };
        expect(await far.unsold(request)).toEqual(await naive.unsold(request));
      }
      const times = told.filter((name) => name === 'unsold of many places, from a milestone').length;
      expect(times, text).toBe(text === 'rare' ? 0 : 2);
    }
  });
});
