import { it } from 'vitest';

import type { Query } from '#adapters/mikro-orm/connection/query.ts';
import { databaseVault } from '#adapters/mikro-orm/vault.ts';
import type { Leads } from '#application/ports/shop-repositories.ts';
import { DAY, WEEK } from '#domain/instant.ts';
import { eraseContact, withdraw } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import { diceOf } from '#tests/race/dice.ts';
import type { Dice } from '#tests/race/dice.ts';
import { NOW, someLead } from '#tests/contracts/store-samples.ts';
import { changedAtOnce } from './at-once.ts';
import { expectEntries, expectSame, naiveVault } from './naive-vault.ts';

const CITIES = ['Austin', 'Port Austin', 'Newark', 'New York', 'A'];
const SEARCHES = ['', 'a', 'austin', 'new', 'newark', 'poe', 'zed', 'nothing'];

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

/** Looks with what it counted in other states in mind. */
const reader = (dice: Dice, shortWalk: number) => (query: Query) => {
  const real = databaseVault({ reading: () => query }, { shortWalk });
  return async (): Promise<void> => {
    await expectEntries(query);
    const naive = await naiveVault(query);
    for (let question = 0; question < 12; question += 1) await expectSame(real, naive, aQuestion(dice));
  };
};

const { whileLooking } = changedAtOnce({
  writers: 5,
  turns: 60,
  seed: 200,
  some: (dice) => dice.between(1, 8),
  act,
});

it('shows one state of the vault, while many connections vault, withdraw, expire, erase, remove and undo', async () => {
  await expectEntries(await whileLooking(reader(diceOf(801), 8), reader(diceOf(802), 800)));
});
