import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { fillVaultSearch } from '#adapters/mikro-orm/migrations/vault-search.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { databaseVault } from '#adapters/mikro-orm/vault.ts';
import { DAY, WEEK } from '#domain/instant.ts';
import { eraseContact } from '#domain/lead.ts';
import { NEWEST_FIRST } from '#domain/vault-order.ts';
import type { VaultOrder } from '#domain/vault-order.ts';
import { someLead } from '#tests/contracts/store-samples.ts';
import { onServer } from '#tests/support/postgres-statement.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { holds } from '#tests/support/property.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';
import { sharedDatabase } from '#tests/support/shared-database.ts';
import { MONDAY, aStep, anInstant } from './lead-steps.ts';
import type { Step } from './lead-steps.ts';
import { expectEntries, expectSame, naiveVault } from './naive-vault.ts';

/** With three letters side by side and without, of many leads, of few and of none; what means something in a pattern. */
const SEARCHES = [
  '',
  'a',
  'au',
  'austin',
  'port',
  'tin\n',
  'new',
  'bo',
  'cy',
  'sao p',
  'zzz',
  '%',
  '_',
  '@',
  'com',
  '\0',
];

const ORDERS: readonly VaultOrder[] = [
  NEWEST_FIRST,
  { by: 'date', direction: 'asc' },
  { by: 'price', direction: 'desc' },
  { by: 'price', direction: 'asc' },
];

type Asked = {
  readonly search: string;
  readonly state: 'TX' | 'NY' | undefined;
  readonly order: VaultOrder;
  readonly vaultedAfter: number;
  readonly until: number;
  readonly page: { readonly page: number; readonly size: number };
};

/** Among the times asked for are some that leave nothing out, and some that end before they begin. */
const aQuestion = (): fc.Arbitrary<Asked> =>
  fc.record({
    search: fc.constantFrom(...SEARCHES),
    state: fc.constantFrom(undefined, 'TX' as const, 'NY' as const),
    order: fc.constantFrom(...ORDERS),
    vaultedAfter: fc.oneof(fc.constant(MONDAY - 90 * DAY), anInstant()),
    until: fc.oneof(fc.constant(MONDAY + 9 * WEEK), anInstant()),
    page: fc.record({ page: fc.integer({ min: 1, max: 6 }), size: fc.integer({ min: 1, max: 9 }) }),
  });

describe('the entries of the vault', () => {
  const { url, database, atomically } = sharedDatabase();

  const some = async (which: number, count: number): Promise<readonly string[]> => {
    const ids = (await database().query<{ readonly id: string }>('select id from lead order by id')).map(
      ({ id }) => id,
    );
    return ids.slice(which % Math.max(1, ids.length)).slice(0, count);
  };

  const take = async (step: Step): Promise<void> => {
    if (step.what === 'by hand') {
      await onServer(url(), step.fails ? `begin; ${step.statement}; rollback` : step.statement);
      // By hand nobody writes a search text as the domain does.
      return fillVaultSearch(async (text, values) => ({ rows: await database().query(text, values) }));
    }
    const ids = 'which' in step ? await some(step.which, 'count' in step ? step.count : 1) : [];
    const done = atomically(async ({ leads }) => {
      if (step.what === 'add') await leads.add(step.leads.map((lead) => ({ ...lead, id: uuid() })));
      if (step.what === 'remove') await leads.remove(ids);
      for (const id of step.what === 'remove' ? [] : ids) {
        const lead = await leads.find(id);
        if (lead !== undefined && step.what === 'change') await leads.save({ ...lead, standing: step.standing });
        if (lead !== undefined && step.what === 'rename')
          await leads.save(
            step.name === 'Bo' ? { ...lead, contact: { ...lead.contact, firstName: 'Bo' } } : eraseContact(lead),
          );
      }
      // What was changed is written before all is undone.
      await leads.findToVault(0, 1);
      if (step.fails) throw new Error('undone');
    });
    await done.catch((error: unknown) => {
      if (!step.fails) throw error;
    });
  };

  it(
    'are right after whatever has been done or undone, and so is every page, also of searches that were counted before',
    { timeout: 120_000 },
    async () => {
      // One goes on from where a page ended, the other finds time and again that the next one lies farther on.
      const vaults = [databaseVault(database()), databaseVault(database(), { shortWalk: 4 })];
      await holds(
        fc.asyncProperty(
          fc.array(fc.tuple(aStep(), fc.array(aQuestion(), { minLength: 4, maxLength: 8 })), {
            minLength: 4,
            maxLength: 9,
          }),
          fc.array(aQuestion(), { minLength: 10, maxLength: 20 }),
          async (steps, last) => {
            await database().query('delete from lead');
            const asked: Asked[] = [];
            for (const [step, questions] of steps) {
              await take(step);
              await expectEntries(database().query);
              const naive = await naiveVault(database().query);
              asked.push(...questions);
              for (const question of asked.slice(-16))
                for (const warm of vaults) await expectSame(warm, naive, question);
            }
            const naive = await naiveVault(database().query);
            for (const question of last) await expectSame(databaseVault(database()), naive, question);
          },
        ),
        { numRuns: 15 },
      );
    },
  );

  it('find every page of what many, some, few and none of a thousand leads have', async () => {
    await database().query('delete from lead');
    const leads = Array.from({ length: 1_000 }, (_, index) =>
      someLead({
        id: uuid(),
        price: 1_000 + (index % 5),
        place: {
          city: `${index % 2 === 0 ? 'Many' : 'Any'} ${index % 40 === 0 ? 'Some' : ''} ${index % 333 === 0 ? 'Few' : ''}`,
          state: index % 3 === 0 ? 'TX' : 'NY',
        },
        standing: { state: 'vaulted', listedAt: MONDAY - WEEK, vaultedAt: MONDAY + (index % 4) },
      }),
    );
    await atomically((repositories) => repositories.leads.add(leads));
    const naive = await naiveVault(database().query);
    // What many have lies side by side, and then comes none for longer than the other one looks.
    const vaults = [databaseVault(database()), databaseVault(database(), { shortWalk: 40 })];
    const window = { vaultedAfter: MONDAY, until: MONDAY + DAY };
    for (const search of ['', 'many', 'an', 'some', 'few', 'none'])
      for (const order of ORDERS)
        for (const page of [1, 1, 2, 13, 14, 20, 38, 39, 40, 99])
          for (const [state, size] of [
            [undefined, 19],
            [undefined, 7],
            ['TX', 19],
          ] as const) {
            const query = { ...window, search, state, order, page: { page, size } };
            const expected = { ...query, ...(await naive.page(query)) };
            for (const { page: read } of vaults) expect({ ...query, ...(await read(query)) }).toEqual(expected);
          }
  });

  it('have a price that was changed by hand, also on the next page of somebody who turns them', async () => {
    await database().query('delete from lead');
    const leads = [1_000, 2_000, 3_000, 4_000].map((price) =>
      someLead({ id: uuid(), price, standing: { state: 'vaulted', listedAt: MONDAY - WEEK, vaultedAt: MONDAY } }),
    );
    await atomically((repositories) => repositories.leads.add(leads));
    const warm = databaseVault(database());
    const asked = { search: 'a', state: undefined, vaultedAfter: 0, until: MONDAY + DAY } as const;
    const look = async () => {
      const naive = await naiveVault(database().query);
      for (const order of ORDERS) await expectSame(warm, naive, { ...asked, order, page: { page: 4, size: 1 } });
    };
    await look();
    await database().query('update lead set price = 5000 where price = 1000');
    await look();
  });

  it('are made for the leads that are in the vault already', async () => {
    const fresh = await freshDatabase({ migrated: false });
    const before = await openPostgres({ url: fresh.url, poolSize: 2 });
    await before.orm.migrator.up({ to: '0007-kept-counts' });
    const leads = fc.sample(aStep(), 60).flatMap((step) => (step.what === 'add' ? step.leads : []));
    await databaseStore(before, { addJob: addStoredJob })((repositories) =>
      repositories.leads.add(leads.map((lead) => ({ ...lead, id: uuid() }))),
    );
    await migrate(before);
    await expectEntries(before.query);
    expect(await before.query('select 1 from vault_entry limit 1')).toHaveLength(1);
    await before.close();
    await fresh.drop();
  });
});
