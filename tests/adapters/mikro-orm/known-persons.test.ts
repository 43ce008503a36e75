import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { expect, it } from 'vitest';

import { memorySecrets } from '#adapters/memory/secrets.ts';
import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { erasePerson } from '#application/erase-person.ts';
import { systemSecrets } from '#adapters/system/secrets.ts';
import { EMPTY_DATABASES } from '#tests/support/empty-databases.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';

const { hash } = memorySecrets();

const LISTED = '2026-03-02T15:00:00.000Z';
const SEEN_FIRST = '2026-02-20T09:30:00.000Z';
const SEEN_AGAIN = '2026-09-01T12:00:00.000Z';

type Known = {
  readonly email?: string;
  readonly phone?: string;
  /** Its keys by the rule of the version that imported it. */
  readonly stored: readonly string[];
  /** Those by today's rule that it had not. */
  readonly missing?: readonly string[];
};

const LEADS: readonly Known[] = [
  { phone: '+44 (0)20 7946 0958', stored: ['phone:4402079460958'], missing: ['phone:442079460958'] },
  {
    email: 'ann@ｅxample.com',
    phone: '011 44 20 7946 0111',
    stored: ['email:ann@ｅxample.com', 'phone:011442079460111'],
    missing: ['email:ann@example.com', 'phone:442079460111'],
  },
  {
    phone: '001 512 555 0142',
    stored: ['phone:0015125550142', 'email:other@example.com'],
    missing: ['phone:5125550142'],
  },
  { phone: '555-0142', stored: ['phone:5550142'], missing: ['phone:5550142@TX'] },
  { email: 'bob@example.com', phone: '(512) 555-0199', stored: ['email:bob@example.com', 'phone:5125550199'] },
  // Its contact was erased.
  { stored: ['phone:0015125550143'] },
  // More than one of the migration's strides.
  ...Array.from({ length: 600 }, (_, place) => ({
    email: `${place}@example.com`,
    stored: [`email:${place}@example.com`],
  })),
  { phone: '001 512 555 0144', stored: ['phone:0015125550144'], missing: ['phone:5125550144'] },
];

/** Writes leads, each with its keys as the version before had them, and answers their ids. */
const insertBefore = async ({ query }: Database, leads: readonly Known[]): Promise<readonly string[]> => {
  const ids = leads.map(() => uuid());
  await query(
    `insert into lead (id, city, state, city_search, first_name, last_name, email, phone, description, price, standing, listed_at)
     select id, 'Austin', 'TX', ' austin', 'Ann', 'Poe', email, phone, '', 1, 'listed', $4::timestamptz
     from unnest($1::uuid[], $2::text[], $3::text[]) as given (id, email, phone)`,
    [ids, leads.map(({ email }) => email ?? null), leads.map(({ phone }) => phone ?? null), LISTED],
  );
  const keys = leads.flatMap(({ stored }, place) =>
    stored.map((text, nth) => ({ key: hash(text), id: ids[place], at: nth === 0 ? SEEN_FIRST : SEEN_AGAIN })),
  );
  await query(`insert into person_key select * from unnest($1::text[], $2::uuid[], $3::timestamptz[])`, [
    keys.map(({ key }) => key),
    keys.map(({ id }) => id),
    keys.map(({ at }) => at),
  ]);
  return ids;
};

const keysIn = async ({ query }: Database): Promise<readonly string[]> =>
  (
    await query<{ readonly line: string }>(
      `select concat_ws(' ', lead_id, key, to_char(seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as line from person_key`,
    )
  ).map(({ line }) => line);

const knowsThemByTodaysRule = async (database: Database): Promise<void> => {
  await database.orm.migrator.up({ to: '0017-emails-to-warn' });
  const ids = await insertBefore(database, LEADS);
  const [unknown = ''] = await insertBefore(database, [{ phone: '512 555 0145', stored: [] }]);
  const before = await keysIn(database);

  await migrate(database);

  const after = await keysIn(database);
  expect(after).toEqual(expect.arrayContaining([...before]));
  const added = LEADS.flatMap(({ stored, missing = [] }, place) =>
    missing.map((text) => `${ids[place]} ${hash(text)} ${stored.length === 1 ? SEEN_FIRST : SEEN_AGAIN}`),
  );
  added.push(`${unknown} ${hash('phone:5125550145')} ${LISTED}`);
  expect(after.filter((line) => !before.includes(line)).toSorted()).toEqual(added.toSorted());

  const atomically = databaseStore(database, { addJob: addStoredJob });
  const erase = erasePerson({ atomically, clock: Date.now, secrets: systemSecrets() });
  for (const text of ['+44 (0)20 7946 0958', '011 44 20 7946 0111', '001 512 555 0142', '555-0142'])
    expect(await erase({ text, who: 'kim' })).toMatchObject({ erased: 1, withdrawn: 1 });
};

it.each(EMPTY_DATABASES)(
  'on %s whoever an older version has imported is found by the rule of today, as long as before, and no other key is added',
  (_, on) => on(knowsThemByTodaysRule),
);

it('a lead that is just being taken back gets no key, and does not stop the migration', async () => {
  const { url, drop } = await freshDatabase({ migrated: false });
  const database = await openPostgres({ url });
  await database.orm.migrator.up({ to: '0017-emails-to-warn' });
  const [gone, erased] = await insertBefore(database, [
    { phone: '001 512 555 0142', stored: [] },
    { phone: '001 512 555 0143', stored: [] },
  ]);
  const older = new pg.Client({ connectionString: url });
  await older.connect();
  await older.query('begin');
  await older.query('delete from lead where id = $1', [gone]);
  await older.query('update lead set phone = null where id = $1', [erased]);
  const migrating = migrate(database);
  while ((await older.query('select 1 from pg_locks where not granted')).rowCount === 0) await wait(20);
  await older.query('commit');
  await older.end();
  await migrating;
  expect(await keysIn(database)).toEqual([]);
  await database.close();
  await drop();
});
