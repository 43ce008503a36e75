import { v7 as uuid } from 'uuid';
import { expect, it } from 'vitest';

import type { Database } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import { DAY, WEEK } from '#domain/instant.ts';
import { leadSearch } from '#domain/lead-search.ts';
import { EMPTY_DATABASES } from '#tests/support/empty-databases.ts';
import { expectLatest, naiveMarketplace } from './naive-counts.ts';

const MONDAY = Date.UTC(2026, 10, 2, 15);

const insert = ({ query }: Database, listedAt: number, vaultedAt?: number): Promise<unknown> => {
  const [listed, vaulted] = [listedAt, vaultedAt].map((at) => at && new Date(at).toISOString());
  return query(
    `insert into lead (id, city, state, city_search, first_name, last_name, description, price, standing, listed_at, vaulted_at, vault_search)
     values ($1, 'Austin', 'TX', ' austin', '', '', '', 1, $2, $3, $4, $5)`,
    [uuid(), vaulted ? 'vaulted' : 'listed', listed, vaulted ?? null, vaulted ? 'austin' : null],
  );
};

/** A database of the version before, with leads, is brought up to date. */
const knowsWhatIsThere = async (database: Database): Promise<void> => {
  await database.orm.migrator.up({ to: '0013-more-losses' });
  for (const at of [MONDAY, MONDAY + DAY, MONDAY + 3 * DAY, MONDAY + WEEK]) await insert(database, at);
  await insert(database, MONDAY - WEEK, MONDAY);
  await insert(database, MONDAY - WEEK, MONDAY + DAY);

  await migrate(database);

  expect(Object.fromEntries(await expectLatest(database.query))).toEqual(
    Object.fromEntries(
      ['', 'TX', '#1'].flatMap((of) => [
        [`listed ${of} ${MONDAY}`, MONDAY + 3 * DAY],
        [`listed ${of} ${MONDAY + WEEK}`, MONDAY + WEEK],
        ...(of === '#1' ? [] : [[`vaulted ${of} ${MONDAY}`, MONDAY + DAY]]),
      ]),
    ),
  );
  await insert(database, MONDAY + 4 * DAY);
  expect((await expectLatest(database.query)).get(`listed  ${MONDAY}`)).toBe(MONDAY + 4 * DAY);
  for (const days of [0, 2, 3, 4, 7]) {
    const request = { search: leadSearch(''), from: MONDAY, until: MONDAY + days * DAY, page: { page: 1, size: 9 } };
    const expected = await (await naiveMarketplace(database.query)).unsold(request);
    expect(await databaseMarketplace(database).unsold(request)).toEqual(expected);
  }
};

it.each(EMPTY_DATABASES)('on %s the counts of the version before know their latest lead', (_, on) =>
  on(knowsWhatIsThere),
);
