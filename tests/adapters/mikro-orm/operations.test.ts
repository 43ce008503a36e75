import { AsyncResource } from 'node:async_hooks';
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';

import { openPglite, openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { databaseLedger } from '#adapters/mikro-orm/ledger.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { memorySecrets } from '#adapters/memory/secrets.ts';
import { personKeyTexts } from '#domain/person.ts';
import { hashOf, NOW, someBatch, someLead, somePurchase } from '#tests/contracts/store-samples.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';
import { sharedDatabase } from '#tests/support/shared-database.ts';

const EMAILS = ['Ann@Example.com', ' bo@example.com ', 'no address', '', null] as const;
const PHONES = ['(512) 555-0142', '+1 512 555 0143', '512.555.0144 ext 3', 'call me', null] as const;

type Known = { readonly id: string; readonly email: string | null; readonly phone: string | null };

/** More than one of the migration's strides, scheduled ones too. */
const someKnown = (): readonly Known[] =>
  fc
    .sample(fc.tuple(fc.constantFrom(...EMAILS), fc.constantFrom(...PHONES)), 1_700)
    .map(([email, phone]) => ({ id: uuid(), email, phone }));

const LONG_AGO = '2025-01-06T15:00:00.000Z';
const FAR_AHEAD = '2099-01-05T15:00:00.000Z';

/** Writes leads and purchases as the schema before the operator's tables had them. */
const insertBefore = async ({ query }: Database, leads: readonly Known[]): Promise<void> => {
  await query(
    `insert into lead (id, city, state, city_search, first_name, last_name, email, phone, description, price, standing, listed_at)
     select id, 'Austin', 'TX', ' austin', 'Ann', 'Poe', email, phone, '', 1, 'listed',
       case when place % 2 = 0 then $4::timestamptz else $5::timestamptz end
     from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as given (id, email, phone, place)`,
    [leads.map(({ id }) => id), leads.map(({ email }) => email), leads.map(({ phone }) => phone), LONG_AGO, FAR_AHEAD],
  );
  await query(
    `insert into purchase (id, sale_number, lead_id, line_item, list_price, price, visitor_hash, opened_at, check_at, check_count,
       progress, buyer_email, won_at, settled_at, delivery, sent_at, refused_at)
     select id, 'HL-' || delivery, id, '', 1, 1, '', now(), now(), 0, 'settled', 'ann@example.com', now(), now(), delivery,
       case delivery when 'sent' then $3::timestamptz end, case delivery when 'refused' then $3::timestamptz end
     from unnest($1::uuid[], $2::text[]) as given (id, delivery)`,
    [leads.slice(0, 3).map(({ id }) => id), ['queued', 'sent', 'refused'], LONG_AGO],
  );
};

const migratesWhatIsThere = async (database: Database): Promise<void> => {
  await database.orm.migrator.up({ to: '0004-subscriptions-and-vault' });
  const leads = someKnown();
  await insertBefore(database, leads);
  const before = Date.now();
  await migrate(database);

  const rows = await database.query<{ readonly line: string; readonly seen: number }>(
    `select key || ' ' || lead_id as line, extract(epoch from seen_at)::float8 * 1000 as seen from person_key`,
  );
  const { hash } = memorySecrets();
  const expected = leads.flatMap(({ id, email, phone }) =>
    personKeyTexts({ email: email ?? undefined, phone: phone ?? undefined }).map((text) => `${hash(text)} ${id}`),
  );
  expect(rows.map(({ line }) => line).toSorted()).toEqual(expected.toSorted());
  expect(expected.length).toBeGreaterThan(1_000);
  const seen = new Set(rows.map(({ seen: at }) => (at < before - 60_000 ? at : 'now')));
  expect(seen).toEqual(new Set([Date.parse(LONG_AGO), 'now']));
  expect(Math.max(...rows.map(({ seen: at }) => at))).toBeLessThan(Date.parse(FAR_AHEAD));

  const sales = await databaseLedger(database).purchases({
    state: 'settled',
    buyerEmail: undefined,
    openedBefore: undefined,
    limit: 9,
  });
  const left = sales.map(({ saleNumber, progress }) => [
    saleNumber,
    progress.state === 'settled' ? [progress.resends, progress.contactLeftAt] : [],
  ]);
  expect(Object.fromEntries(left)).toEqual({
    'HL-queued': [0, undefined],
    'HL-sent': [0, Date.parse(LONG_AGO)],
    'HL-refused': [0, undefined],
  });
};

it('gives the leads that are there already their person keys, and their sales what they lack, on PGlite', async () => {
  const database = await openPglite({ folder: undefined });
  await migratesWhatIsThere(database);
  await database.close();
});

it('gives the leads that are there already their person keys, and their sales what they lack, on PostgreSQL', async () => {
  const { url, drop } = await freshDatabase({ migrated: false });
  const database = await openPostgres({ url });
  await migratesWhatIsThere(database);
  await database.close();
  await drop();
});

describe('the tables of the operator', () => {
  const { database, atomically } = sharedDatabase();
  const lead = someLead();
  const batch = someBatch();

  beforeAll(async () => {
    const consent = { 'TCPA consent': 'yes', ünïcode: `it's "quoted"\\`, empty: '' };
    await atomically(async ({ leads, batches, persons }) => {
      await batches.add(batch);
      await leads.add([lead]);
      await batches.addProvenance([{ leadId: lead.id, batchId: batch.id, line: 7, consent }]);
      await persons.add([{ key: hashOf('email:ann@example.com'), leadId: lead.id, seenAt: NOW }]);
    });
  });

  it('keep how a lead came, with its consent to the letter', async () => {
    expect(await database().query('select lead_id, batch_id, line, consent from provenance')).toEqual([
      {
        lead_id: lead.id,
        batch_id: batch.id,
        line: 7,
        consent: { 'TCPA consent': 'yes', ünïcode: `it's "quoted"\\`, empty: '' },
      },
    ]);
  });

  it.each([
    ['batch_file_hash', `update batch set file_hash = 'leads.csv'`],
    ['batch_created', 'update batch set created = -1'],
    ['batch_ending', `update batch set ending = 'undone'`],
    ['batch_ending', 'update batch set undone_at = now()'],
    ['batch_ending', `update batch set ending = 'gone'`],
    ['provenance_line', 'update provenance set line = 0'],
    ['provenance_consent', `update provenance set consent = '["yes"]'`],
    ['provenance_batch_id_foreign', 'delete from batch'],
    ['person_key_key', `update person_key set key = 'email:ann@example.com'`],
    ['person_key_lead_id_foreign', 'delete from lead'],
    ['person_key_lead_id_foreign', `update person_key set lead_id = '00000000-0000-7000-8000-000000000000'`],
  ])('hold %s', async (constraint, statement) => {
    await expect(database().query(statement)).rejects.toThrow(constraint);
  });
});

it('lets an index serve each of the weekly finders', async () => {
  const { url, drop } = await freshDatabase();
  // One connection, so that its own figures can be asked for.
  const database = await openPostgres({ url, poolSize: 1 });
  await database.query(
    `insert into lead (id, city, state, city_search, first_name, last_name, description, price, standing, listed_at, vaulted_at, expired_at, vault_search)
     select gen_random_uuid(), 'Austin', 'TX', ' austin', case when n % 100 = 0 then 'Ann' else '' end, '', '', 1, standing,
       now() - n * interval '1 minute', case when standing <> 'listed' then now() - n * interval '1 minute' end,
       case when standing = 'expired' then now() - n * interval '1 minute' end, case when standing = 'vaulted' then '' end
     from generate_series(1, 6000) as n, unnest(array['listed', 'vaulted', 'expired']) as standing`,
  );
  await database.query('analyze lead');
  const scans = async () => {
    await database.query('select pg_stat_force_next_flush()');
    const rows = await database.query<{ readonly name: string; readonly scans: number }>(
      `select indexrelname as name, idx_scan::int as scans from pg_stat_user_indexes where relname = 'lead' and idx_scan > 0
       union all select 'the whole table', seq_scan::int from pg_stat_user_tables where relname = 'lead'`,
    );
    return new Map(rows.map(({ name, scans: count }) => [name, count]));
  };
  const atomically = databaseStore(database, { addJob: addStoredJob });
  const now = Date.now();
  const before = await scans();
  await atomically(async ({ leads }) => {
    expect(await leads.findToVault(now, 10)).toHaveLength(10);
    expect(await leads.findToExpire(now, 10)).toHaveLength(10);
    expect(await leads.findToErase(now, 10)).toHaveLength(10);
  });
  const after = await scans();
  expect([...after.keys()]).toEqual(expect.arrayContaining(['lead_listed', 'lead_vaulted', 'lead_to_erase']));
  expect(after.get('the whole table')).toBe(before.get('the whole table'));
  await database.close();
  await drop();
});

it('leaves a lead on the list of which somebody is just opening a purchase', async () => {
  const { url, drop } = await freshDatabase();
  const database = await openPostgres({ url });
  const atomically = databaseStore(database, { addJob: addStoredJob });
  const outside = new AsyncResource('outside of any transaction');
  const toVault = () =>
    outside.runInAsyncScope(() =>
      atomically(async ({ leads }) => (await leads.findToVault(NOW + 1, 9)).map(({ id }) => id)),
    );
  const [bought, free] = [someLead(), someLead()];
  await atomically(({ leads }) => leads.add([bought, free]));
  await atomically(async ({ purchases }) => {
    await purchases.add(somePurchase(bought.id));
    // Written, but not to be seen by others yet.
    await purchases.findOpenOfLead(bought.id);
    expect(await toVault()).toEqual([free.id]);
  });
  expect(await toVault()).toEqual([free.id]);
  await database.close();
  await drop();
});
