import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import type { Database } from '#adapters/mikro-orm/connection.ts';
import { databaseLedger } from '#adapters/mikro-orm/ledger.ts';
import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import type { Purchase } from '#domain/purchase.ts';
import { NOW, aRow, fileOf, imported, openImporter } from '#tests/application/importer.ts';
import { somePurchase } from '#tests/contracts/store-samples.ts';
import { onPostgres } from '#tests/support/databases.ts';

const readsOf = (database: Database) => ({
  marketplace: databaseMarketplace(database),
  ledger: databaseLedger(database),
  isSomebodyWaiting: async (): Promise<boolean> => {
    const waiting = `select 1 as one from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await database.query(waiting)).length > 0;
  },
});

let store: Awaited<ReturnType<typeof onPostgres<ReturnType<typeof readsOf>>>>;

beforeAll(async () => {
  store = await onPostgres(readsOf);
});
afterAll(() => store.close());

/** Stores a purchase, but stops before the commit. */
const stoppedBeforeCommit = async (purchase: Purchase) => {
  const [written, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stored = store.atomically(async ({ purchases }) => {
    await purchases.add(purchase);
    // Written by this look, but not to be seen by others yet.
    await purchases.findOpenOfLead(purchase.leadId);
    written.resolve();
    await goesOn.promise;
  });
  await written.promise;
  return {
    goOn: async (): Promise<void> => {
      goesOn.resolve();
      await stored;
    },
  };
};

it.each([
  ['it is looked whether anything is in use', 2, { is: 'in-use', sold: 0, inCheckout: 1 }],
  [
    'leads are taken back',
    3,
    { is: 'partly-undone', removed: 1, withdrawn: 0, erased: 0, seen: 0, sold: 0, inCheckout: 1 },
  ],
] as const)('a lead whose purchase is being stored while %s stays, with its person', async (_, place, outcome) => {
  let [transactions, buying] = [0, async (): Promise<void> => {}];
  const { run, undo, leadsOf, atomically } = openImporter({
    store,
    around: (inner) => async (work) => {
      if ((transactions += 1) === place) await buying();
      return inner(work);
    },
  });
  const { batchId } = imported(await run(fileOf([aRow(place), aRow(place + 10)], String(place).repeat(64))));
  const [bought] = await leadsOf(batchId);
  if (bought === undefined) throw new Error('no lead');
  // Somebody wanted it before, in vain: without another purchase it would be withdrawn, and forgotten.
  const abandoned = somePurchase(bought.id, { progress: { state: 'abandoned', abandonedAt: NOW } });
  await atomically(({ purchases }) => purchases.add(abandoned));

  let goOn = async (): Promise<void> => {};
  buying = async () => {
    ({ goOn } = await stoppedBeforeCommit(somePurchase(bought.id)));
  };
  transactions = 0;
  const undoing = undo(batchId);
  await vi.waitUntil(store.isSomebodyWaiting);
  await goOn();
  expect(await undoing).toEqual(outcome);
  expect(await leadsOf(batchId)).toContainEqual(bought);
});
