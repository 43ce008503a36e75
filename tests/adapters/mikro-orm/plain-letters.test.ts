import { v7 as uuid } from 'uuid';
import { expect, it } from 'vitest';

import type { Database } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { vaultSearchText } from '#domain/vault.ts';
import { EMPTY_DATABASES } from '#tests/support/empty-databases.ts';
import { expectCounts } from './naive-counts.ts';
import { expectEntries } from './naive-vault.ts';

const MONDAY = Date.UTC(2026, 10, 2, 15);
const NAMES = ['bjørn wałęsa', 'þóra guðmundsdóttir', 'ægir strauß', 'đorđe ħamallı', 'cœur l’ø', 'ann lee'];

/** Writes a lead in the vault as the version before did: without accents, and with all other letters. */
const insert = async ({ query }: Database, name: string): Promise<string> => {
  const [id, [firstName = '', lastName = '']] = [uuid(), name.split(' ')];
  const text = ['austin', name.normalize('NFD').replaceAll(/\p{M}/gu, ''), ''].join('\n');
  await query(
    `insert into lead (id, city, state, city_search, first_name, last_name, description, price, standing, listed_at, vaulted_at, vault_search)
     values ($1, 'Austin', 'TX', ' austin', $2, $3, '', 1, 'vaulted', $4::timestamptz - interval '7 days', $4::timestamptz, $5)`,
    [id, firstName, lastName, new Date(MONDAY).toISOString(), text],
  );
  return id;
};

type Row = { readonly id: string; readonly text: string; readonly xmin: string };

/** `xmin` tells which transaction wrote the row. */
const rowsIn = async ({ query }: Database): Promise<ReadonlyMap<string, Row>> => {
  const rows = await query<Row>(`select id, vault_search as text, xmin::text as xmin from lead`);
  return new Map(rows.map((row) => [row.id, row]));
};

const mendsWhatIsThere = async (database: Database): Promise<void> => {
  await database.orm.migrator.up({ to: '0014-latest-counted' });
  const ids: (readonly [id: string, name: string])[] = [];
  for (const name of NAMES) ids.push([await insert(database, name), name]);
  const before = await rowsIn(database);
  const counted = await expectCounts(database.query);

  await migrate(database);

  const touched = [...(await rowsIn(database))].filter(([id, { xmin }]) => before.get(id)?.xmin !== xmin);
  expect(touched.map(([id]) => id).toSorted()).toEqual(
    ids
      .slice(0, -1)
      .map(([id]) => id)
      .toSorted(),
  );
  // What other processes have counted of a search no longer holds.
  expect((await expectCounts(database.query)).version).toBeGreaterThan(counted.version);

  // A process of the version before goes on writing.
  for (const name of NAMES) ids.push([await insert(database, name), name]);
  const after = await rowsIn(database);
  for (const [id, name] of ids) {
    const [firstName = '', lastName = ''] = name.split(' ');
    expect(after.get(id)?.text).toBe(vaultSearchText({ city: 'Austin', firstName, lastName, email: '' }));
  }
  await expectEntries(database.query);
};

it.each(EMPTY_DATABASES)(
  'on %s the vault of the version before gets plain letters, and no other row is touched',
  (_, on) => on(mendsWhatIsThere),
);
