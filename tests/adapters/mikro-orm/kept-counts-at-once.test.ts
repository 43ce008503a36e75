import { expect, it } from 'vitest';

import type { Query } from '#adapters/mikro-orm/connection/query.ts';
import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import type { Leads } from '#application/ports/shop-repositories.ts';
import { WEEK } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import { leadSearch } from '#domain/lead-search.ts';
import { diceOf } from '#tests/race/dice.ts';
import type { Dice } from '#tests/race/dice.ts';
import { NOW, someLead } from '#tests/contracts/store-samples.ts';
import { changedAtOnce } from './at-once.ts';
import { expectCounts, naiveMarketplace } from './naive-counts.ts';

const WRITERS = 6;

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

const SEARCHES = ['', 'tx', 'city', 'city 1', 'city 3', 'city 7, oh', 'city 1 oh', 'oh', 'ohio', 'nothing'];

/** Looks through a marketplace of another process, which learns of places while it reads. */
const reader = (dice: Dice) => (query: Query) => {
  const real = databaseMarketplace({ reading: () => query }, { shortWalk: 5, apart: 3 });
  const versions = new Map<number, string>();
  return async (): Promise<void> => {
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
  };
};

const { whileLooking } = changedAtOnce({ writers: WRITERS, turns: 30, seed: 100, some: () => 40, act });

it(
  'counts and pages are those of one state, while many connections add, sell, vault, remove and undo',
  { timeout: 120_000 },
  async () => {
    const query = await whileLooking(reader(diceOf(901)), reader(diceOf(902)));
    const { mostRows } = await expectCounts(query);
    // Nobody waited for anybody else's row, and there are hardly more of them than writers: one may have held two.
    expect(mostRows).toBeGreaterThan(1);
    expect(mostRows).toBeLessThanOrEqual(2 * WRITERS);
  },
);
