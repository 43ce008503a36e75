import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openPglite, openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { StoreUnavailable } from '#application/ports/atomically.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

const tablesOf = async ({ query }: Database): Promise<readonly string[]> =>
  (
    await query<{ readonly name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    )
  ).map(({ name }) => name);

const runsOf = async ({ query }: Database): Promise<number> =>
  (await query(`select 1 from mikro_orm_migrations`)).length;

const OWN_TABLES = [
  'lead',
  'purchase',
  'coupon',
  'notification',
  'account',
  'account_token',
  'session',
  'contact_message',
  'subscription',
  'batch',
  'provenance',
  'person_key',
  'audit',
];

/** Columns, constraints and indexes as the database itself would write them. */
const definitionsOf = async ({ query }: Database): Promise<readonly string[]> =>
  (
    await query<{ readonly line: string }>(
      `select concat_ws(' ', table_name, column_name, data_type, datetime_precision, collation_name, is_nullable, column_default) as line
         from information_schema.columns where table_name = any($1::text[])
       union all
       select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
         where conrelid::regclass::text = any($1::text[])
       union all
       select indexdef from pg_indexes where tablename = any($1::text[])
       order by 1`,
      [OWN_TABLES],
    )
  ).map(({ line }) => line);

describe('the migrations on PGlite', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openPglite({ folder: undefined });
    await migrate(database);
  });
  afterAll(() => database.close());

  it('bring an empty database to what the records describe', async () => {
    expect(await database.orm.schema.getUpdateSchemaSQL()).toBe('');
    expect(await tablesOf(database)).toContain('lead');
  });

  it('make what the records themselves would make, down to the last index', async () => {
    const described = await openPglite({ folder: undefined });
    await described.query('create extension pg_trgm');
    await described.orm.schema.execute(await described.orm.schema.getCreateSchemaSQL());
    expect(await definitionsOf(database)).toEqual(await definitionsOf(described));
    await described.close();
  });

  it('change nothing when run again', async () => {
    const runs = await runsOf(database);
    await migrate(database);
    expect(await runsOf(database)).toBe(runs);
  });
});

describe('the migrations on PostgreSQL', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let database: Database;
  beforeAll(async () => {
    fresh = await freshDatabase({ migrated: false });
    database = await openPostgres({ url: fresh.url });
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  it('bring an empty database to what the records describe, once, when three processes start together', async () => {
    expect(await tablesOf(database)).toEqual([]);
    await Promise.all([migrate(database), migrate(database), migrate(database)]);
    expect(await database.orm.schema.getUpdateSchemaSQL()).toBe('');
    expect(await tablesOf(database)).toContain('lead');
  });

  it('change nothing when run again', async () => {
    const runs = await runsOf(database);
    await migrate(database);
    expect(await runsOf(database)).toBe(runs);
  });
});

it('end where the server takes connections and is silent, and say so', async () => {
  const silent = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const database = await openPostgres({ url: `postgres://somebody@127.0.0.1:${port}/nothing` });
  await expect(migrate(database)).rejects.toThrow(new StoreUnavailable('the database server does not answer'));
  await database.close();
  silent.close();
});
