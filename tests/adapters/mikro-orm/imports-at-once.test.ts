import { afterAll, beforeAll, expect, it } from 'vitest';

import { databaseLedger } from '#adapters/mikro-orm/ledger.ts';
import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { aRow, countsOf, fileOf, openImporter } from '#tests/application/importer.ts';
import { onPostgres } from '#tests/support/databases.ts';

const readsOf = (database: Database) => ({
  marketplace: databaseMarketplace(database),
  ledger: databaseLedger(database),
});

let store: Awaited<ReturnType<typeof onPostgres<ReturnType<typeof readsOf>>>>;

beforeAll(async () => {
  store = await onPostgres(readsOf);
});
afterAll(() => store.close());

it('three imports of one file at the same time add each of its rows once, and none finds a duplicate', async () => {
  const rows = Array.from({ length: 1_200 }, (_, person) => aRow(person));
  const outcomes = await Promise.all(Array.from({ length: 3 }, () => openImporter({ store }).run(fileOf(rows))));
  const counts = outcomes.map(countsOf);
  expect(counts.map(([, , , duplicates]) => duplicates)).toEqual([0, 0, 0]);
  expect(counts.reduce((sum, [, created = 0]) => sum + created, 0)).toBe(1_200);
  expect(counts.map(([, created = 0, already = 0]) => created + already)).toEqual([1_200, 1_200, 1_200]);
});
