import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { memoryLog } from '#adapters/memory/log.ts';
import { compose } from '#config/compose.ts';
import type { Product } from '#config/product.ts';
import { settingsFrom } from '#config/environment.ts';
import type { Outside } from '#config/outside.ts';
import type { Lead } from '#domain/lead.ts';
import { sell } from '#domain/lead.ts';
import { weekStart } from '#domain/week.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import type { FreshDatabase } from '#tests/support/postgres.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';

const SHOP = 'https://shop.example';
const UNSOLD = `${SHOP}/api/good-lead/unsold?size=100`;

const aLead = (): Lead => ({
  id: uuid(),
  place: { city: 'Austin', state: 'TX' },
  contact: { firstName: 'Ann', lastName: 'Poe', email: undefined, phone: undefined, address1: undefined },
  description: '',
  price: 4_900,
  standing: { state: 'listed', listedAt: weekStart(Date.now()) },
});

describe('two processes that answer from memory while leads are sold in both', () => {
  let database: FreshDatabase;
  let processes: readonly { readonly product: Product; readonly outside: Outside; readonly reads: () => number }[] = [];
  let third: Database;

  const start = async () => {
    let [outside, reads]: [Outside | undefined, number] = [undefined, 0];
    const product = await compose(
      settingsFrom({ DATABASE_URL: database.url, DATABASE_POOL: '3', PUBLIC_URL: SHOP, SAMPLE_DATA: 'no' }),
      {
        web: { files: new Map(), shell: async () => '' },
        log: memoryLog(),
        around: (given) => {
          const unsold: Outside['marketplace']['unsold'] = (query) => {
            reads += 1;
            return given.marketplace.unsold(query);
          };
          outside = { ...given, marketplace: { ...given.marketplace, unsold } };
          return outside;
        },
      },
    );
    if (outside === undefined) throw new Error('it was not composed');
    return { product, outside, reads: () => reads };
  };

  beforeAll(async () => {
    database = await freshDatabase();
    processes = [await start(), await start()];
    third = await openPostgres({ url: database.url, poolSize: 1 });
  });
  afterAll(async () => {
    for (const { product } of processes) await product.close();
    await third.close();
    await database.drop();
  });

  const at = (which: number) => {
    const process = processes[which % 2];
    if (process === undefined) throw new Error('it did not start');
    return process;
  };
  const shown = async (which: number): Promise<ReadonlySet<string>> => {
    const answer = await at(which).product.app.request(UNSOLD);
    const { data } = (await answer.json()) as { readonly data: readonly { readonly id: string }[] };
    return new Set(data.map(({ id }) => id));
  };
  const sellIn = (which: number, id: string): Promise<void> =>
    at(which).outside.atomically(async ({ leads }) => {
      const lead = await leads.find(id);
      const sold = lead && sell(lead, uuid(), Date.now());
      if (sold === undefined) throw new Error('it is not for sale');
      await leads.save(sold);
    });

  it('never list a lead that the same process has sold before, and none that another one has sold a second ago', async () => {
    const leads = Array.from({ length: 100 }, aLead);
    await at(0).outside.atomically((repositories) => repositories.leads.add(leads));
    await expect.poll(async () => (await shown(1)).size).toBe(100);

    const soldIn = [new Set<string>(), new Set<string>()] as const;
    const soldLongAgo = new Set<string>();
    let isOver = false;
    let answers = 0;
    const wrong: string[] = [];
    const visit = async (which: number): Promise<void> => {
      while (!isOver) {
        const gone = [...soldIn[which % 2 === 0 ? 0 : 1], ...soldLongAgo];
        const seen = await shown(which);
        answers += 1;
        wrong.push(...gone.filter((id) => seen.has(id)));
        await wait(1);
      }
    };
    const trade = async (which: 0 | 1): Promise<void> => {
      for (const { id } of leads.filter((_, index) => index % 2 === which)) {
        await sellIn(which, id);
        soldIn[which].add(id);
        // The one that has just sold it sees it at once.
        expect((await shown(which)).has(id)).toBe(false);
        setTimeout(() => soldLongAgo.add(id), 1_000);
        await wait(5);
      }
    };
    const visitors = [0, 1, 2, 3].map(visit);
    await Promise.all([trade(0), trade(1)]);
    isOver = true;
    await Promise.all(visitors);
    expect(wrong).toEqual([]);
    for (const which of [0, 1]) await expect.poll(async () => (await shown(which)).size).toBe(0);
    // They were answers from memory: far fewer of them were read.
    expect(answers).toBeGreaterThan(0);
    const before = at(0).reads();
    for (let each = 0; each < 20; each += 1) await shown(0);
    expect(at(0).reads() - before).toBeLessThanOrEqual(1);
  });

  it('know soon of what a process changes that answers nobody', async () => {
    const lead = aLead();
    for (const which of [0, 1]) await shown(which);
    await databaseStore(third, { addJob: addStoredJob })(({ leads }) => leads.add([lead]));
    for (const which of [0, 1])
      await expect.poll(async () => (await shown(which)).has(lead.id), { interval: 5, timeout: 2_000 }).toBe(true);
  });

  it('give a browser that has changed something a cookie, by which the other process answers from the store', async () => {
    await shown(1);
    const told = await at(0).product.app.request(`${SHOP}/api/auth/logout`, { method: 'POST' });
    const cookie = told.headers.getSetCookie().find((each) => each.includes('recent='));
    expect(cookie).toContain('Max-Age=2');
    const before = at(1).reads();
    const answer = await at(1).product.app.request(UNSOLD, { headers: { cookie: cookie?.split(';')[0] ?? '' } });
    expect([answer.status, at(1).reads() - before]).toEqual([200, 1]);
  });
});
