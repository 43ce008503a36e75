import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { expect, it } from 'vitest';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { vaultSearchText } from '#domain/vault.ts';
import { aLead } from '#tests/support/arbitrary.ts';
import { EMPTY_DATABASES } from '#tests/support/empty-databases.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

/** More than one of the migration's strides, of every standing. */
const someLeads = () =>
  fc.sample(aLead(), 3_000).map(({ standing, place, contact }, index) => ({
    id: uuid(),
    standing: standing.state,
    ...place,
    ...contact,
    // Accents, dashes and spaces of every kind, where a search text differs from what was typed.
    city: `${place.city} ${['São  Paulo', 'Winston–Salem', 'İzmir', 'Ångström', 'ﬁne', '\u00a0x\u3000'][index % 6]}`,
  }));

/** Writes leads as the schema before the vault's search had them. */
const insertBefore = ({ query }: Database, leads: ReturnType<typeof someLeads>) =>
  query(
    `insert into lead (id, city, state, city_search, first_name, last_name, email, description, price, standing, listed_at,
       vaulted_at, expired_at, sold_at, purchase_id, withdrawn_at)
     select id, city, state, '', first, last, email, '', 1, standing, now(),
       case when standing in ('vaulted', 'expired') then now() end, case when standing = 'expired' then now() end,
       case when standing = 'sold' then now() end, case when standing = 'sold' then id end,
       case when standing = 'withdrawn' then now() end
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
       as given (id, city, state, first, last, email, standing)`,
    [
      leads.map(({ id }) => id),
      leads.map(({ city }) => city),
      leads.map(({ state }) => state),
      leads.map(({ firstName }) => firstName),
      leads.map(({ lastName }) => lastName),
      leads.map(({ email }) => email ?? null),
      leads.map(({ standing }) => standing),
    ],
  );

const migratesWhatIsThere = async (database: Database): Promise<void> => {
  await database.orm.migrator.up({ to: '0003-accounts' });
  const leads = someLeads();
  await insertBefore(database, leads);
  await migrate(database);
  const rows = await database.query<{ readonly id: string; readonly text: string | null }>(
    'select id, vault_search as text from lead',
  );
  const texts = new Map(rows.map(({ id, text }) => [id, text]));
  expect(rows).toHaveLength(leads.length);
  expect(leads.filter(({ standing }) => standing === 'vaulted').length).toBeGreaterThan(500);
  for (const lead of leads) expect(texts.get(lead.id)).toBe(lead.standing === 'vaulted' ? vaultSearchText(lead) : null);
};

it.each(EMPTY_DATABASES)('on %s gives the leads that are vaulted already the text that the domain says', (_, on) =>
  on(migratesWhatIsThere),
);

it('holds a copy of a contact only for a lead that is in the vault', async () => {
  const { url, drop } = await freshDatabase();
  const database = await openPostgres({ url });
  const insert = (standing: string, search: string | null) =>
    database.query(
      `insert into lead (id, city, state, city_search, first_name, last_name, description, price, standing, listed_at, vaulted_at, vault_search)
       values ($1, 'Austin', 'TX', ' austin', 'Ann', 'Poe', '', 1, $2, now(), case when $2 = 'vaulted' then now() end, $3)`,
      [uuid(), standing, search],
    );
  await insert('vaulted', 'austin\nann poe\n');
  await insert('listed', null);
  await expect(insert('listed', 'austin\nann poe\n')).rejects.toThrow('lead_vault_search');
  await expect(insert('vaulted', null)).rejects.toThrow('lead_vault_search');
  await database.close();
  await drop();
});
