import { setTimeout as wait } from 'node:timers/promises';
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import { queryOver, runOn } from '#adapters/mikro-orm/connection/query.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { StoreBusy } from '#application/ports/atomically.ts';
import type { Leads } from '#application/ports/shop-repositories.ts';
import { WEEK } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import { leadSearch } from '#domain/lead-search.ts';
import { diceOf } from '#tests/race/dice.ts';
import type { Dice } from '#tests/race/dice.ts';
import { NOW, someLead } from '#tests/contracts/store-samples.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';
import { expectCounts, naiveMarketplace } from './naive-counts.ts';

const WRITERS = 6;
const TURNS = 30;

let url: string;
let drop: () => Promise<void>;
let writers: readonly Database[];

beforeAll(async () => {
  ({ url, drop } = await freshDatabase());
  writers = await Promise.all(Array.from({ length: WRITERS }, () => openPostgres({ url, poolSize: 1 })));
});
afterAll(async () => {
  await Promise.all(writers.map(({ close }) => close()));
  await drop();
});

const newLeads = (dice: Dice): readonly Lead[] =>
  Array.from({ length: dice.between(1, 30) }, () =>
    someLead({
      place: { city: `City ${dice.between(1, 400)}`, state: dice.throwOne() < 0.5 ? 'TX' : 'OH' },
      standing: { state: 'listed', listedAt: NOW + dice.between(0, 2) * WEEK + dice.between(0, 3) },
    }),
  );

/** What importers, buyers, the weekly refresh and undone imports do. */
const act = async (leads: Leads, dice: Dice, ids: readonly string[]): Promise<void> => {
  const some = Array.from(
    { length: Math.min(ids.length, dice.between(1, 12)) },
    () => ids[dice.between(0, ids.length - 1)] ?? '',
  );
  const chance = dice.throwOne();
  if (chance < 0.4) return leads.add(newLeads(dice));
  if (chance < 0.5) {
    await leads.remove([...new Set(some)]);
    return;
  }
  if (chance < 0.7) {
    for (const lead of await leads.findToVault(NOW + 3 * WEEK, dice.between(1, 15))) {
      const { listedAt } = lead.standing;
      await leads.save({ ...lead, standing: { state: 'vaulted', listedAt, vaultedAt: listedAt + WEEK } });
    }
    return;
  }
  for (const id of new Set(some)) {
    const lead = await leads.find(id);
    if (lead === undefined) continue;
    const { listedAt } = lead.standing;
    const standing = { state: 'sold', listedAt, soldAt: listedAt, purchaseId: lead.id } as const;
    await leads.save({ ...lead, standing: chance < 0.85 ? standing : { state: 'listed', listedAt } });
  }
};

const write = async (database: Database, dice: Dice): Promise<void> => {
  const atomically = databaseStore(database, { addJob: addStoredJob });
  for (let turn = 0; turn < TURNS; turn += 1) {
    const ids = await database.query<{ readonly id: string }>('select id from lead order by random() limit 40');
    const done = atomically(async ({ leads }) => {
      await act(
        leads,
        dice,
        ids.map(({ id }) => id),
      );
      await leads.findToVault(0, 1);
      // Somebody else gets a turn while all of this is not yet decided.
      await wait(dice.between(0, 5));
      if (dice.throwOne() < 0.15) throw new Error('undone');
    });
    await done.catch((error: unknown) => {
      if (!(error instanceof StoreBusy) && !(error instanceof Error && error.message === 'undone')) throw error;
    });
  }
};

const SEARCHES = ['', 'tx', 'city', 'city 1', 'city 3', 'city 7, oh', 'city 1 oh', 'oh', 'ohio', 'nothing'];

/** Looks again and again, each time at one state of the database; answers how often. */
const watch = async (dice: Dice, goesOn: () => boolean): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const query = queryOver(runOn(client, pg.types), new AsyncLocalStorage());
  // As another process has it, which learns of places while it reads.
  const real = databaseMarketplace({ reading: () => query }, { shortWalk: 5, apart: 3 });
  const versions = new Map<number, string>();
  let looks = 0;
  try {
    for (; goesOn(); looks += 1) {
      await client.query('begin isolation level repeatable read');
      const { version, leads } = await expectCounts(query);
      expect(versions.get(version) ?? leads).toBe(leads);
      versions.set(version, leads);
      const naive = await naiveMarketplace(query);
      for (const text of SEARCHES) {
        const page = { page: dice.between(1, 12), size: dice.between(1, 20) };
        const [from, until] = [
          NOW + dice.between(0, 1) * WEEK + dice.between(0, 1),
          NOW + dice.between(1, 2) * WEEK + dice.between(0, 2),
        ];
        const request = { search: leadSearch(text), page, from, until };
        expect({ ...request, ...(await real.unsold(request)) }).toEqual({
          ...request,
          ...(await naive.unsold(request)),
        });
      }
      await client.query('commit');
    }
    return looks;
  } finally {
    await client.end();
  }
};

it(
  'counts and pages are those of one state, while many connections add, sell, vault, remove and undo',
  { timeout: 120_000 },
  async () => {
    let isOver = false;
    const readers = [901, 902].map((seed) => watch(diceOf(seed), () => !isOver));
    const written = Promise.all(writers.map((database, index) => write(database, diceOf(100 + index))));
    const looks = await Promise.all([written.finally(() => (isOver = true)), ...readers]);
    expect(Math.min(...looks.slice(1).map(Number))).toBeGreaterThan(3);
    const [{ query }] = writers as readonly [Database];
    const { mostRows } = await expectCounts(query);
    // Nobody waited for anybody else's row, and there are hardly more of them than writers: one may have held two.
    expect(mostRows).toBeGreaterThan(1);
    expect(mostRows).toBeLessThanOrEqual(2 * WRITERS);
  },
);
