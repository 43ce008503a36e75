import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { offerMemory } from '#adapters/mikro-orm/transaction/offer-memory.ts';
import { StoreUnavailable } from '#application/ports/atomically.ts';
import type { Atomically } from '#application/ports/atomically.ts';
import { MINUTE } from '#domain/instant.ts';
import { offerOf, withdraw } from '#domain/lead.ts';
import { NOW, someLead, somePurchase } from '#tests/contracts/store-samples.ts';
import { diceOf } from '#tests/race/dice.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import type { FreshDatabase } from '#tests/support/postgres.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';

const BEGINNINGS = 150;

let server: FreshDatabase;
let databases: readonly Database[] = [];
/** The stores of processes: each remembers for itself, and hears nothing of the others. */
let stores: readonly Atomically[] = [];

beforeAll(async () => {
  server = await freshDatabase();
  databases = await Promise.all(Array.from({ length: 3 }, () => openPostgres({ url: server.url, poolSize: 4 })));
  stores = databases.map((database) => databaseStore(database, { addJob: addStoredJob }));
}, 60_000);
afterAll(async () => {
  await Promise.all(databases.map(({ close }) => close()));
  await server.drop();
});

const store = (which: number): Atomically => {
  const found = stores[which];
  if (found === undefined) throw new Error('it was not opened');
  return found;
};
const add = async () => {
  const lead = someLead();
  await store(0)(({ leads }) => leads.add([lead]));
  return lead;
};
const priceOf = (id: string) => store(2)(async ({ leads }) => (await leads.find(id))?.price ?? Number.NaN);
/** As a checkout begins; answers the price that was stored, `undefined` for a lead that is not to be had. */
const begin = (which: number, id: string) =>
  store(which)(async ({ leads, purchases }) => {
    const offer = await leads.recall(id);
    if (offer?.standing.state !== 'listed') return undefined;
    await purchases.add(somePurchase(id, { price: offer.price }));
    return offer.price;
  });

it('a lead that another process has changed is bought for its new price, and not at all once it is withdrawn', async () => {
  const lead = await add();
  const save = (change: (found: typeof lead) => typeof lead) =>
    store(1)(async ({ leads }) => leads.save(change((await leads.find(lead.id)) ?? lead)));
  expect(await begin(0, lead.id)).toBe(4_900);
  await save((found) => ({ ...found, price: 5_000 }));
  expect(await begin(0, lead.id)).toBe(5_000);
  await save((found) => withdraw(found, NOW) ?? found);
  expect(await begin(0, lead.id)).toBeUndefined();
});

it('a lead that is held by somebody who is about to withdraw it is not bought in the end', async () => {
  const lead = await add();
  expect(await begin(0, lead.id)).toBe(4_900);
  const goesOn = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const withdrawing = store(1)(async ({ leads }) => {
    await leads.lockStandings([lead.id]);
    isHeld.resolve();
    await goesOn.promise;
    const found = await leads.find(lead.id);
    const withdrawn = found && withdraw(found, NOW);
    if (withdrawn !== undefined) await leads.save(withdrawn);
  });
  await isHeld.promise;
  const beginning = begin(0, lead.id);
  const waiting = `select 1 as one from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect(await databases[2]?.query(waiting)).toHaveLength(1));
  goesOn.resolve();
  await withdrawing;
  expect(await beginning).toBeUndefined();
});

it('an outage is waited for once, also by work that has recalled a lead', async () => {
  const lead = await add();
  const [database] = databases;
  if (database === undefined) throw new Error('it was not opened');
  let [isOut, asked] = [false, 0];
  const run: Database['run'] = (statement, values) => {
    asked += 1;
    return isOut
      ? Promise.reject(Object.assign(new Error('cut'), { code: 'ECONNRESET' }))
      : database.run(statement, values);
  };
  const cut = databaseStore({ ...database, run }, { addJob: addStoredJob });
  const look = () =>
    cut(async ({ leads, coupons }) => {
      await leads.recall(lead.id);
      await coupons.find('NONE');
    });
  await look();
  [isOut, asked] = [true, 0];
  await expect(look()).rejects.toThrow(StoreUnavailable);
  expect(asked).toBe(1);
});

it('a lead is remembered for a minute', async () => {
  const offer = offerOf(someLead());
  let now = 1;
  const offers = offerMemory({ now: () => now });
  offers.set(offer.id, { offer, version: 1 });
  now += MINUTE - 1;
  expect(offers.get(offer.id)).toStrictEqual({ offer, version: 1 });
  now += 2;
  // The cache looks at its stopwatch once in a millisecond.
  await wait(5);
  expect(offers.get(offer.id)).toBeUndefined();
});

it('many who buy a lead whose price goes up all the time never get it for a price from before they asked', async () => {
  const lead = await add();
  const dice = diceOf(7);
  let isBuying = true;
  const raise = async (): Promise<void> => {
    while (isBuying) {
      await store(1)(async ({ leads }) => {
        const found = await leads.find(lead.id);
        if (found !== undefined) await leads.save({ ...found, price: found.price + 1 });
      });
      await wait(dice.between(0, 30));
    }
  };
  const buy = async (which: number): Promise<readonly (readonly [number, number, number])[]> => {
    const bought: [number, number, number][] = [];
    while (bought.length < BEGINNINGS) {
      const before = await priceOf(lead.id);
      const price = (await begin(which, lead.id)) ?? Number.NaN;
      bought.push([before, price, await priceOf(lead.id)]);
    }
    return bought;
  };
  const raising = raise();
  const bought = (await Promise.all([buy(0), buy(0), buy(2), buy(2)]).finally(() => (isBuying = false))).flat();
  await raising;
  expect(bought.filter(([before, price, after]) => !(before <= price && price <= after))).toEqual([]);
  expect(await priceOf(lead.id)).toBeGreaterThan(4_900);
  const stored = await databases[0]?.query('select count(*)::int as count from purchase where lead_id = $1', [lead.id]);
  expect(stored).toEqual([{ count: 4 * BEGINNINGS }]);
});
