import { describe, expect, it } from 'vitest';

import { memoryLimiter } from '#adapters/rate-limiter/memory-limiter.ts';
import type { BrowseVaultRequest } from '#application/browse-vault.ts';
import { exportVault } from '#application/export-vault.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { Outside } from '#config/outside.ts';
import { DAY } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import { auditRecord } from './week.ts';
import { NOW, aLeadOnOffer, openShop } from './shop.ts';
import { somebodyIn } from './subscriber.ts';

const vaulted = (id: string, vaultedAt: number, changes: Partial<Lead> = {}): Lead =>
  aLeadOnOffer({ id, standing: { state: 'vaulted', listedAt: vaultedAt - 7 * DAY, vaultedAt }, ...changes });

const DALLAS = { place: { city: 'Dallas', state: 'TX' } } as const;
const BOISE = { place: { city: 'Boise', state: 'ID' } } as const;

const LEADS: readonly Lead[] = [
  vaulted('old', NOW - 20 * DAY, { ...DALLAS, price: 9_000 }),
  vaulted('new', NOW - DAY, { ...BOISE, price: 1_000 }),
  vaulted('middle', NOW - 10 * DAY, { ...DALLAS, price: 5_000 }),
  vaulted('gone', NOW - 90 * DAY),
  vaulted('last minute', NOW - 90 * DAY + 1),
  vaulted('tomorrow', NOW + DAY),
  aLeadOnOffer({ id: 'listed' }),
];

const setting = async (leads = LEADS, around = (outside: Outside): Outside => outside) => {
  const shop = await openShop({ leads, around });
  const dana = await somebodyIn(shop);
  await dana.becomeSubscriber();
  const search = { search: '', state: undefined, sorting: undefined } as const;
  const ids = async (wish: Partial<BrowseVaultRequest> = {}): Promise<readonly string[] | string> => {
    const sessionToken = dana.session();
    const outcome = await shop.useCases.browseVault({ sessionToken, ...search, page: { page: 1, size: 10 }, ...wish });
    return outcome.is === 'found' ? outcome.page.rows.map(({ id }) => id) : outcome.is;
  };
  const start = async (wish: Partial<BrowseVaultRequest> = {}, useCase = shop.useCases.exportVault) => {
    const outcome = await useCase({ sessionToken: dana.session(), ...search, ...wish });
    return outcome.is === 'authorized' ? outcome.start() : outcome;
  };
  const exported = async (wish: Partial<BrowseVaultRequest> = {}): Promise<readonly string[] | string> => {
    const outcome = await start(wish);
    if (outcome.is !== 'exported') return outcome.is;
    const found: string[] = [];
    for await (const some of outcome.leads) found.push(...some.map(({ id }) => id));
    return found;
  };
  return { shop, dana, ids, start, exported };
};

describe('the vault', () => {
  it('shows subscribers the unsold leads of the past 90 days, newest first, with their contact', async () => {
    const { shop, dana, ids } = await setting();
    expect(await ids()).toEqual(['new', 'middle', 'old', 'last minute']);
    const outcome = await shop.useCases.browseVault({
      sessionToken: dana.session(),
      search: '',
      state: undefined,
      sorting: undefined,
      page: { page: 1, size: 1 },
    });
    expect(outcome).toMatchObject({
      page: { rows: [{ firstName: 'Ann', email: 'ann.lee@example.com', phone: '(512) 555-0142' }], totalItems: 4 },
    });
  });

  it('lets a lead go the instant its 90 days are over', async () => {
    const { shop, ids } = await setting();
    shop.clock.step(1);
    expect(await ids()).toEqual(['new', 'middle', 'old']);
  });

  it('filters by state and search, and counts the whole vault beside what was found', async () => {
    const { shop, dana, ids } = await setting();
    expect(await ids({ state: 'TX', search: ' dall ' })).toEqual(['middle', 'old']);
    const outcome = await shop.useCases.browseVault({
      sessionToken: dana.session(),
      search: '',
      state: 'ID',
      sorting: undefined,
      page: { page: 1, size: 10 },
    });
    expect(outcome).toMatchObject({ page: { totalItems: 1, totalAll: 4 } });
  });

  it('sorts by date and by price', async () => {
    const { ids } = await setting();
    expect(await ids({ sorting: { by: 'date', direction: 'asc' } })).toEqual(['last minute', 'old', 'middle', 'new']);
    expect(await ids({ sorting: { by: 'price', direction: 'desc' } })).toEqual(['old', 'middle', 'last minute', 'new']);
  });

  it('is closed to visitors and to users without a subscription, its export too', async () => {
    const { shop, ids, exported } = await setting();
    const omar = await somebodyIn(shop, 'omar@example.com');
    for (const closed of [ids, exported]) {
      expect(await closed({ sessionToken: undefined })).toBe('not-signed-in');
      expect(await closed({ sessionToken: omar.session() })).toBe('not-subscribed');
    }
  });

  it('closes when the subscription ends while somebody looks', async () => {
    const { shop, dana, ids } = await setting();
    await dana.unsubscribe();
    shop.clock.step(32 * DAY);
    await dana.signInAgain();
    expect(await ids({ sessionToken: dana.session() })).toBe('not-subscribed');
  });
});

describe('the export', () => {
  it('holds every lead of the search, whatever the page, in its order', async () => {
    const { ids, exported } = await setting();
    const wish = { state: 'TX', sorting: { by: 'price', direction: 'asc' } } as const;
    expect(await exported(wish)).toEqual(await ids(wish));
    expect(await exported()).toEqual(['new', 'middle', 'old', 'last minute']);
  });

  it('holds 10,000 leads at most', async () => {
    const asked: number[] = [];
    const { exported } = await setting(LEADS, (outside) => ({
      ...outside,
      vault: {
        ...outside.vault,
        all: (query) => {
          asked.push(query.atMost);
          return outside.vault.all({ ...query, atMost: 2 });
        },
      },
    }));
    expect(await exported()).toEqual(['new', 'middle']);
    expect(asked).toEqual([10_000]);
  });

  it('can be had 20 times a day', async () => {
    const plenty = { ...DEFAULT_LIMITS, 'export-burst': { tries: 1_000, seconds: 3_600 } };
    const { start } = await setting(LEADS, (outside) => ({ ...outside, limiter: memoryLimiter(plenty) }));
    for (let times = 0; times < 20; times += 1) expect((await start()).is).toBe('exported');
    expect(await start()).toMatchObject({ is: 'too-often' });
  });

  it('can be had 10 times an hour', async () => {
    const { start } = await setting();
    for (let times = 0; times < 10; times += 1) expect((await start()).is).toBe('exported');
    const refused = await start();
    expect(refused.is === 'too-often' ? refused.retryAfterSeconds : 0).toBeGreaterThan(3_500);
  });

  it.each([
    ['that could not be read', { vault: true }],
    ['that the audit could not have', { audit: true }],
  ])('%s was no try', async (_, broken) => {
    const faults: { vault?: boolean; audit?: boolean } = {};
    const twice = { tries: 2, seconds: 3_600 };
    const limiter = memoryLimiter({ ...DEFAULT_LIMITS, export: twice, 'export-burst': twice });
    const { exported } = await setting(LEADS, (outside) => ({
      ...outside,
      limiter,
      vault: {
        ...outside.vault,
        all: (query) => {
          if (faults.vault) throw new Error('away');
          return outside.vault.all(query);
        },
      },
      atomically: (work) =>
        outside.atomically((repositories) =>
          work(
            faults.audit ? { ...repositories, audit: { add: () => Promise.reject(new Error('away')) } } : repositories,
          ),
        ),
    }));
    Object.assign(faults, broken);
    for (let times = 0; times < 5; times += 1) await expect(exported()).rejects.toThrow('away');
    for (const name of Object.keys(broken) as (keyof typeof faults)[]) delete faults[name];
    expect(await exported()).toHaveLength(4);
    expect(await exported({ search: 'nowhere' })).toEqual([]);
    expect(await exported()).toBe('too-often');
  });

  it.each(['export', 'export-burst'] as const)(
    'that the limit %s refuses counts for neither the hour nor the day',
    async (full) => {
      let isAway = true;
      const limits = {
        ...DEFAULT_LIMITS,
        export: { tries: 3, seconds: 86_400 },
        'export-burst': { tries: 3, seconds: 3_600 },
      };
      const limiter = memoryLimiter({ ...limits, [full]: { ...limits[full], tries: 1 } });
      const { start, exported } = await setting(LEADS, (outside) => ({
        ...outside,
        limiter,
        vault: {
          ...outside.vault,
          all: (query) => {
            if (isAway) throw new Error('away');
            return outside.vault.all(query);
          },
        },
      }));
      const first = await start();
      for (let times = 0; times < 5; times += 1) expect((await start()).is).toBe('too-often');
      if (first.is !== 'exported') throw new Error(first.is);
      await expect(first.leads[Symbol.asyncIterator]().next()).rejects.toThrow('away');
      isAway = false;
      expect(await exported()).toHaveLength(4);
      expect(await exported()).toBe('too-often');
    },
  );

  it('is in the audit with who took how many, once for each and without any contact', async () => {
    const record = auditRecord();
    const { shop, dana, exported } = await setting(LEADS, record.around);
    await exported();
    await exported({ search: 'boise' });
    await exported({ search: 'nowhere' });
    const entries = record.entries.filter(({ action }) => action === 'export');
    expect(entries.map(({ note }) => note)).toEqual(['exported 4', 'exported 1', 'exported 0']);
    for (const { who, at, subject } of entries)
      expect({ who, at, subject }).toEqual({ who: dana.accountId, at: shop.clock(), subject: 'vault' });
    expect(JSON.stringify(entries)).not.toMatch(/ann\.lee|555|boise/);
  });

  it('is in the audit with no fewer leads than its first rows, though some of them are taken out of the vault meanwhile', async () => {
    const record = auditRecord();
    let meanwhile = async (): Promise<void> => {};
    const { shop, exported } = await setting(LEADS, (outside) => ({
      ...record.around(outside),
      vault: {
        ...outside.vault,
        page: async (query) => {
          await meanwhile();
          return outside.vault.page(query);
        },
      },
    }));
    meanwhile = async () => {
      for (const leadId of ['new', 'old'])
        expect(await shop.useCases.withdrawLead({ leadId, who: 'olga', note: undefined })).toMatchObject({
          is: 'withdrawn',
        });
    };
    expect(await exported()).toHaveLength(4);
    expect(record.entries.filter(({ action }) => action === 'export')).toMatchObject([{ note: 'exported 4' }]);
  });

  it('is in the audit before its first lead leaves, also when nobody reads on', async () => {
    const record = auditRecord();
    const { start } = await setting(LEADS, record.around);
    const outcome = await start();
    if (outcome.is !== 'exported') throw new Error(outcome.is);
    for await (const some of outcome.leads) {
      expect(some.length).toBeGreaterThan(0);
      expect(record.entries.filter(({ action }) => action === 'export')).toMatchObject([{ note: 'exported 4' }]);
      break;
    }
    expect(record.entries.filter(({ action }) => action === 'export')).toHaveLength(1);
  });

  it('does not begin when the audit cannot be written', async () => {
    const away: Outside['atomically'] = (work) =>
      work({ audit: { add: () => Promise.reject(new Error('full')) } } as never);
    const { shop, start } = await setting();
    const { showUser } = shop.useCases;
    const outcome = await start({}, exportVault({ ...shop.outside, showUser, atomically: away }));
    if (outcome.is !== 'exported') throw new Error(outcome.is);
    await expect(outcome.leads[Symbol.asyncIterator]().next()).rejects.toThrow('full');
  });

  it('is logged with who took how many, and without any contact', async () => {
    const { shop, dana, exported } = await setting();
    await exported();
    const lines = shop.log.lines.filter(({ event }) => event === 'vault exported');
    expect(lines).toMatchObject([{ userId: dana.accountId, count: 4 }]);
    expect(JSON.stringify(lines)).not.toContain('ann.lee');
  });
});
