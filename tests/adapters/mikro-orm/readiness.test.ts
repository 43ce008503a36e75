import { describe, expect, it } from 'vitest';

import { openPglite, openPostgres } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { MIGRATIONS } from '#adapters/mikro-orm/migrations/list.ts';
import { poolOf } from '#adapters/mikro-orm/pool.ts';
import { databaseReadiness } from '#adapters/mikro-orm/readiness.ts';
import { onServer } from '#tests/support/postgres-statement.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

const READY = { database: true, migrations: true };
const NOT_MIGRATED = { database: true, migrations: false };
const AWAY = { database: false, migrations: false };

const kinds: readonly [
  string,
  () => Promise<Awaited<ReturnType<typeof openPglite>> & { drop: () => Promise<void> }>,
][] = [
  ['PGlite', async () => ({ ...(await openPglite({ folder: undefined })), drop: async () => {} })],
  [
    'PostgreSQL',
    async () => {
      const { url, drop } = await freshDatabase({ migrated: false });
      return { ...(await openPostgres({ url })), drop };
    },
  ],
];

describe.each(kinds)('a database on %s', (_name, open) => {
  it('is ready once it has every migration', async () => {
    const database = await open();
    const look = databaseReadiness(database);
    expect(await look()).toEqual(NOT_MIGRATED);
    await migrate(database);
    expect(await look()).toEqual(READY);
    // As after a backup from before the last one.
    await database.query('delete from mikro_orm_migrations where name = $1', [MIGRATIONS.at(-1)?.name]);
    expect(await look()).toEqual(NOT_MIGRATED);
    await database.close();
    await database.drop();
  });
});

it('a server that takes no changes, as one that is no longer the primary, is not ready', async () => {
  const { url, drop } = await freshDatabase();
  const name = new URL(url).pathname.slice(1);
  await onServer(url, `alter database "${name}" set default_transaction_read_only = on`);
  const database = await openPostgres({ url });
  expect(await databaseReadiness(database)()).toEqual({ database: false, migrations: true });
  await database.close();
  await drop();
});

it('a server that does not exist is not ready', async () => {
  const database = await openPostgres({ url: 'postgres://nobody@127.0.0.1:1/none', acquireMilliseconds: 200 });
  expect(await databaseReadiness(database)()).toEqual(AWAY);
  await database.close();
});

describe('the pool', () => {
  it('is counted: who uses a connection, what is idle, and who waits', async () => {
    const { url, drop } = await freshDatabase();
    const database = await openPostgres({ url, poolSize: 2 });
    expect(poolOf(database)).toEqual({ inUse: 0, idle: 0, waiting: 0 });
    const sleeping = [1, 2, 3].map(() => database.query('select pg_sleep(0.2)'));
    expect(poolOf(database)).toEqual({ inUse: 2, idle: 0, waiting: 1 });
    await Promise.all(sleeping);
    expect(poolOf(database)).toEqual({ inUse: 0, idle: 2, waiting: 0 });
    await database.close();
    await drop();
  });

  it('is none where the database is embedded', async () => {
    const database = await openPglite({ folder: undefined });
    expect(poolOf(database)).toBeUndefined();
    await database.close();
  });
});
