import { v7 as uuid } from 'uuid';
import { expect, it } from 'vitest';

import type { Database } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { databaseVault } from '#adapters/mikro-orm/vault.ts';
import { vaultSearchText } from '#domain/vault.ts';
import { EMPTY_DATABASES } from '#tests/support/empty-databases.ts';
import { expectCounts } from './naive-counts.ts';

const SIGNS = ["'", '’', '‘', 'ʼ', 'ʻ', '`', '´', ''];
const MONDAY = Date.UTC(2026, 10, 2, 15);

const partsWith = (sign: string) => ({
  city: `coeur d${sign}alene`,
  firstName: 'ann',
  lastName: `o${sign}brien`,
  email: `o${sign}b@leads.example`,
});

/** As the version before wrote it. */
const formerText = (sign: string): string => {
  const { city, firstName, lastName, email } = partsWith(sign);
  return [city, `${firstName} ${lastName}`, email].join('\n');
};

const insert = async ({ query }: Database, standing: 'vaulted' | 'listed', sign: string): Promise<string> => {
  const [id, { city, firstName, lastName, email }] = [uuid(), partsWith(sign)];
  const isVaulted = standing === 'vaulted';
  const at = new Date(MONDAY).toISOString();
  await query(
    `insert into lead (id, city, state, city_search, first_name, last_name, email, description, price, standing, listed_at, vaulted_at, vault_search)
     values ($1, $2, 'ID', '', $3, $4, $5, '', 1, $6, $7::timestamptz - interval '7 days', $8, $9)`,
    [id, city, firstName, lastName, email, standing, at, isVaulted ? at : null, isVaulted ? formerText(sign) : null],
  );
  return id;
};

type Row = { readonly id: string; readonly text: string | null; readonly entry: string | null; readonly xmin: string };

/** `xmin` tells which transaction wrote the row. */
const rowsIn = async ({ query }: Database): Promise<ReadonlyMap<string, Row>> => {
  const rows = await query<Row>(
    `select id, vault_search as text, search as entry, lead.xmin::text as xmin from lead left join vault_entry on lead_id = id`,
  );
  return new Map(rows.map((row) => [row.id, row]));
};

const mendsWhatIsThere = async (database: Database): Promise<void> => {
  await database.orm.migrator.up({ to: '0010-purchase-rules' });
  const ids: (readonly [id: string, sign: string])[] = [];
  for (const sign of SIGNS) ids.push([await insert(database, 'vaulted', sign), sign]);
  for (const sign of SIGNS) await insert(database, 'listed', sign);
  const before = await rowsIn(database);
  const counted = await expectCounts(database.query);

  await migrate(database);

  const after = await rowsIn(database);
  const mended = ids.filter(([, sign]) => sign !== '' && sign !== "'");
  for (const [id, sign] of ids) {
    const text = vaultSearchText(partsWith(sign));
    expect(after.get(id)).toMatchObject({ text, entry: text });
  }
  const touched = [...after].filter(([id, { xmin }]) => before.get(id)?.xmin !== xmin).map(([id]) => id);
  expect(touched.toSorted()).toEqual(mended.map(([id]) => id).toSorted());
  // What other processes have counted of a search no longer holds.
  expect((await expectCounts(database.query)).version).toBeGreaterThan(counted.version);

  // A process of the version before goes on writing.
  for (const sign of SIGNS) ids.push([await insert(database, 'vaulted', sign), sign]);
  await database.query(`update lead set vault_search = $1 where id = $2`, [formerText('’'), ids[0]?.[0]]);
  const { rows } = await databaseVault(database).page({
    search: "o'brien",
    state: undefined,
    order: { by: 'date', direction: 'desc' },
    vaultedAfter: MONDAY - 1,
    until: MONDAY,
    page: { page: 1, size: 100 },
  });
  const withSign = ids.filter(([, sign]) => sign !== '').map(([id]) => id);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(withSign.toSorted());
};

it.each(EMPTY_DATABASES)(
  'on %s the vault of the version before gets one apostrophe for all, and no other row is touched',
  (_, on) => on(mendsWhatIsThere),
);
