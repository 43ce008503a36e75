import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { queryOver, runOn } from '#adapters/mikro-orm/connection/query.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { databaseVault } from '#adapters/mikro-orm/vault.ts';
import { StoreBusy } from '#application/ports/atomically.ts';
import type { Leads } from '#application/ports/shop-repositories.ts';
import { DAY, WEEK } from '#domain/instant.ts';
import { eraseContact, withdraw } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import { diceOf } from '#tests/race/dice.ts';
import type { Dice } from '#tests/race/dice.ts';
import { NOW, someLead } from '#tests/contracts/store-samples.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';
import { expectEntries, expectSame, naiveVault } from './naive-vault.ts';

const WRITERS = 5;
const TURNS = 60;
const CITIES = ['Austin', 'Port Austin', 'Newark', 'New York', 'A'];
const SEARCHES = ['', 'a', 'austin', 'new', 'newark', 'poe', 'zed', 'nothing'];

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
  Array.from({ length: dice.between(1, 20) }, () => {
    const vaultedAt = NOW - dice.between(0, 14) * WEEK;
    return someLead({
      place: { city: CITIES[dice.between(0, CITIES.length - 1)] ?? '', state: dice.throwOne() < 0.5 ? 'TX' : 'OH' },
      price: dice.between(1, 3),
      standing:
        dice.throwOne() < 0.7
          ? { state: 'vaulted', listedAt: vaultedAt - WEEK, vaultedAt }
          : { state: 'listed', listedAt: vaultedAt - WEEK },
    });
  });

/** What the weekly refresh, operators, erasures and undone imports do. */
const act = async (leads: Leads, dice: Dice, ids: readonly string[]): Promise<void> => {
  const chance = dice.throwOne();
  if (chance < 0.35) return leads.add(newLeads(dice));
  if (chance < 0.45) {
    await leads.remove(ids);
    return;
  }
  if (chance < 0.6) {
    for (const lead of await leads.findToVault(NOW, dice.between(1, 15))) {
      const { listedAt } = lead.standing;
      await leads.save({ ...lead, standing: { state: 'vaulted', listedAt, vaultedAt: listedAt + WEEK } });
    }
    return;
  }
  if (chance < 0.75) {
    for (const lead of await leads.findToExpire(NOW - 90 * DAY, dice.between(1, 15))) {
      if (lead.standing.state !== 'vaulted') continue;
      await leads.save({ ...lead, standing: { ...lead.standing, state: 'expired', expiredAt: NOW } });
    }
    return;
  }
  for (const id of ids) {
    const lead = await leads.find(id);
    if (lead === undefined) continue;
    const renamed = { ...lead, contact: { ...lead.contact, lastName: 'Zed' } };
    await leads.save(chance < 0.85 ? (withdraw(lead, NOW) ?? lead) : chance < 0.92 ? eraseContact(lead) : renamed);
  }
};

const write = async (database: Database, dice: Dice): Promise<void> => {
  const atomically = databaseStore(database, { addJob: addStoredJob });
  for (let turn = 0; turn < TURNS; turn += 1) {
    const ids = await database.query<{ readonly id: string }>('select id from lead order by random() limit $1::int', [
      dice.between(1, 8),
    ]);
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

const aQuestion = (dice: Dice) => ({
  search: SEARCHES[dice.between(0, SEARCHES.length - 1)] ?? '',
  state: dice.throwOne() < 0.5 ? undefined : ('OH' as const),
  order: {
    by: dice.throwOne() < 0.5 ? ('date' as const) : ('price' as const),
    direction: dice.throwOne() < 0.5 ? ('asc' as const) : ('desc' as const),
  },
  // The time goes on: leads leave it that are still there.
  vaultedAfter: NOW - 90 * DAY + dice.between(-1, 3) * WEEK,
  until: NOW - dice.between(0, 1) * WEEK,
  page: { page: dice.between(1, 9), size: dice.between(1, 12) },
});

/** Looks again and again, each time at one state of the database, with what it counted in other states in mind; answers how often. */
const watch = async (dice: Dice, shortWalk: number, goesOn: () => boolean): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const query = queryOver(runOn(client, pg.types), new AsyncLocalStorage());
  const real = databaseVault({ reading: () => query }, { shortWalk });
  let looks = 0;
  try {
    for (; goesOn(); looks += 1) {
      await client.query('begin isolation level repeatable read');
      await expectEntries(query);
      const naive = await naiveVault(query);
      for (let question = 0; question < 12; question += 1) await expectSame(real, naive, aQuestion(dice));
      await client.query('commit');
    }
    return looks;
  } finally {
    await client.end();
  }
};

it('shows one state of the vault, while many connections vault, withdraw, expire, erase, remove and undo', async () => {
  let isOver = false;
  const readers = [8, 800].map((shortWalk, index) => watch(diceOf(801 + index), shortWalk, () => !isOver));
  const written = Promise.all(writers.map((database, index) => write(database, diceOf(200 + index))));
  const looks = await Promise.all([written.finally(() => (isOver = true)), ...readers]);
  expect(Math.min(...looks.slice(1).map(Number))).toBeGreaterThan(3);
  await expectEntries((writers as readonly [Database])[0].query);
});
