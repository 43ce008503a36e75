import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';

import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import { databaseVault } from '#adapters/mikro-orm/vault.ts';
import { StoreBusy } from '#application/ports/atomically.ts';
import { WEEK } from '#domain/instant.ts';
import { sell, vault } from '#domain/lead.ts';
import type { Page } from '#domain/pages.ts';
import { NEWEST_FIRST } from '#domain/vault-order.ts';
import { NOW, someLead, somePurchase, wonBy } from '#tests/contracts/store-samples.ts';
import { sharedDatabase } from '#tests/support/shared-database.ts';

const { database, atomically } = sharedDatabase({ poolSize: 20, acquireMilliseconds: 20_000 });

type Change = { readonly id: string; readonly to: 'vaulted' | 'sold' };

const shuffled = <T>(list: readonly T[]): readonly T[] =>
  list
    .map((value) => ({ value, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);

/** The ids of every page, one page after the other. */
const pagesOf = async (read: (page: number) => Promise<Page<{ readonly id: string }>>): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, totalPages } = await read(page);
    ids.push(...rows.map(({ id }) => id));
    if (page >= totalPages) return ids;
  }
};

const SIZE = 100;
const inVault = () => {
  const query = { search: '', state: undefined, order: NEWEST_FIRST, vaultedAfter: NOW - WEEK, until: NOW + WEEK };
  return pagesOf((page) => databaseVault(database()).page({ ...query, page: { page, size: SIZE } }));
};
const onMarketplace = () =>
  pagesOf((page) =>
    databaseMarketplace(database()).unsold({
      search: { by: 'everything' },
      from: NOW - WEEK,
      until: NOW + WEEK,
      page: { page, size: SIZE },
    }),
  );
const withStanding = async (standing: string): Promise<readonly string[]> =>
  (await database().query<{ readonly id: string }>('select id from lead where standing = $1', [standing])).map(
    ({ id }) => id,
  );

/** `undefined` for work that has met too many conflicts: nothing has happened. */
const unlessBusy = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof StoreBusy) return undefined;
    throw error;
  });

it('no lead is ever listed and vaulted at once', async () => {
  const leads = Array.from({ length: 300 }, () => someLead());
  const ids = leads.map(({ id }) => id);
  // A third of the leads is wanted by the vault, a third by two buyers, a third by both sides.
  const toVault = new Set(ids.slice(0, 200));
  const purchases = [...ids.slice(100), ...ids.slice(100)].map((id) => somePurchase(id));
  await atomically(async (repositories) => {
    await repositories.leads.add(leads);
    for (const purchase of purchases) await repositories.purchases.add(purchase);
  });

  const changes: Change[] = [];
  const vaultOne = async (id: string): Promise<void> => {
    const done = await unlessBusy(
      atomically(async (repositories) => {
        const lead = await repositories.leads.find(id);
        const next = lead && vault(lead, 1, NOW + WEEK);
        if (next !== undefined) await repositories.leads.save(next);
        return next !== undefined;
      }),
    );
    if (done === true) changes.push({ id, to: 'vaulted' });
  };
  const sellOne = async ({ id, leadId }: { readonly id: string; readonly leadId: string }): Promise<void> => {
    const done = await unlessBusy(
      atomically(async (repositories) => {
        const purchase = await repositories.purchases.find(id);
        const lead = await repositories.leads.find(leadId);
        const next = lead && sell(lead, id, NOW);
        if (purchase === undefined || next === undefined) return false;
        await repositories.leads.save(next);
        await repositories.purchases.save({ ...purchase, progress: wonBy('ann@example.com') });
        return true;
      }),
    );
    if (done === true) changes.push({ id: leadId, to: 'sold' });
  };

  let working = true;
  const seenVaulted = new Set<string>();
  let looksBetween = 0;
  const readOn = async (): Promise<void> => {
    do {
      const vaulted = new Set(await inVault());
      const listed = await onMarketplace();
      const sold = await withStanding('sold');
      expect([...listed, ...sold].filter((id) => vaulted.has(id))).toEqual([]);
      for (const id of vaulted) seenVaulted.add(id);
      if (vaulted.size > 0 && listed.length > 100) looksBetween += 1;
    } while (working);
  };

  /**
   * All who want a lead set out within about the time that a change takes here: now the one, now the other is the
   * first, on a slow machine too. The vault has less to do than a buyer and would be the first each time.
   */
  let changeTakes = 6;
  const contend = async (id: string): Promise<void> => {
    const buyers = purchases.filter(({ leadId }) => leadId === id).map((purchase) => () => sellOne(purchase));
    const sides = toVault.has(id) ? [() => vaultOne(id), ...buyers] : buyers;
    const setOut = async (side: () => Promise<void>): Promise<void> => {
      await wait(Math.random() * 2 * changeTakes);
      const since = performance.now();
      await side();
      changeTakes = (changeTakes + performance.now() - since) / 2;
    };
    await Promise.all(sides.map(setOut));
  };
  const left = [...shuffled(ids)];
  const contendOn = async (): Promise<void> => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) await contend(id);
  };
  const workers = Array.from({ length: 5 }, contendOn);
  const allWork = Promise.all(workers).finally(() => {
    working = false;
  });
  await Promise.all([allWork, readOn(), readOn(), readOn()]);

  const [vaulted, sold, listed] = [await inVault(), await withStanding('sold'), await onMarketplace()];
  expect([...vaulted, ...sold, ...listed].toSorted()).toEqual(ids.toSorted());
  expect(changes.map(({ id }) => id).toSorted()).toEqual([...vaulted, ...sold].toSorted());
  expect(new Set(changes.filter(({ to }) => to === 'sold').map(({ id }) => id))).toEqual(new Set(sold));
  const won = await database().query<{ readonly id: string }>(
    `select purchase.lead_id as id from purchase join lead on lead.id = purchase.lead_id and lead.purchase_id = purchase.id
     where progress = 'won'`,
  );
  expect(won.map(({ id }) => id).toSorted()).toEqual(sold.toSorted());
  expect([...seenVaulted].filter((id) => !vaulted.includes(id))).toEqual([]);
  // Both sides got some of what both wanted, and somebody looked while that was going on.
  const contested = new Set(ids.slice(100, 200));
  for (const side of [vaulted, sold]) expect(side.some((id) => contested.has(id))).toBe(true);
  expect(looksBetween).toBeGreaterThan(0);
});
