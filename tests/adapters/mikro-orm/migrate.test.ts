import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openPglite, openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { StoreUnavailable } from '#application/ports/atomically.ts';
import { onServer } from '#tests/support/postgres-statement.ts';
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

/** An address with options of its own replaces those of the product: so none of them arrives, as through a pooler that drops them. */
const withoutOptions = (url: string): string => `${url}?options=${encodeURIComponent('-c application_name=pooler')}`;

describe('the migrations on a server that sets limits of time itself, behind a pooler that drops options', () => {
  it.each(['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'])(
    'are not held to its %s, nor let a second process in by it',
    async (limit) => {
      const { url, drop } = await freshDatabase({ migrated: false });
      const alter = `alter database "${new URL(url).pathname.slice(1)}"`;
      await onServer(url, `${alter} set ${limit} = '200ms'`);
      const limited = await openPostgres({ url: withoutOptions(url) });
      // Each waits for those before it, longer than that.
      await Promise.all([migrate(limited), migrate(limited), migrate(limited)]);
      await limited.close();
      await onServer(url, `${alter} reset ${limit}`);
      const database = await openPostgres({ url });
      expect(await database.orm.schema.getUpdateSchemaSQL()).toBe('');
      await database.close();
      await drop();
    },
  );
});

describe('the migrations beside a process of the version before', () => {
  const WAITING = `select 1 from pg_locks where relation = 'purchase'::regclass and not granted`;

  /** Migrates from `before` while a buyer's transaction writes to purchases, and then to leads. Answers what was done before that ended. */
  const besideBuyer = async (before: string) => {
    const { url, drop } = await freshDatabase({ migrated: false });
    // Whoever waits for the longest time looks first whether two wait for each other, and gives way.
    await onServer(url, `alter database "${new URL(url).pathname.slice(1)}" set deadlock_timeout = '3s'`);
    const database = await openPostgres({ url });
    await database.orm.migrator.up({ to: before });
    const buyer = new pg.Client({ connectionString: url });
    await buyer.connect();
    await buyer.query(`set deadlock_timeout = '1min'; begin; lock table purchase in row exclusive mode`);
    const migrating = migrate(database);
    while ((await buyer.query(WAITING)).rowCount === 0) await wait(20);
    await buyer.query('lock table lead in row exclusive mode');
    const meanwhile = await runsOf(database);
    await buyer.query('commit');
    await buyer.end();
    await migrating;
    const differences = await database.orm.schema.getUpdateSchemaSQL();
    await database.close();
    await drop();
    return { meanwhile, differences };
  };

  it('keep no lock of one while they wait for that of another', async () => {
    expect(await besideBuyer('0010-purchase-rules')).toEqual({ meanwhile: 11, differences: '' });
  });

  it('begin again where one and a buyer have waited for each other', async () => {
    expect(await besideBuyer('0005-operations')).toEqual({ meanwhile: 5, differences: '' });
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
