import { expect, it, onTestFinished } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { openDatabase } from '#config/database.ts';
import { settingsFrom } from '#config/environment.ts';
import { newFolder } from '#tests/adapters/cli/rig.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

const onPglite = async () => {
  const { folder, [Symbol.asyncDispose]: drop } = await newFolder();
  return { settings: { DATA_DIR: folder }, drop };
};

const onServer = async () => {
  const { url, drop } = await freshDatabase();
  return { settings: { DATABASE_URL: url }, drop };
};

it.each([
  ['PGlite', onPglite],
  ['PostgreSQL', onServer],
])(
  'migrations that only a later version knows are named in the log when a database on %s is opened',
  async (_, place) => {
    const { settings, drop } = await place();
    onTestFinished(drop);
    const opened = async (later: readonly string[] = []) => {
      const log = memoryLog();
      const database = await openDatabase(settingsFrom(settings).database, log);
      for (const name of later)
        await database.query('insert into mikro_orm_migrations (name, executed_at) values ($1, now())', [name]);
      await database.close();
      return log.lines;
    };
    expect(await opened(['0098-of-later', '0099-newest'])).toEqual([]);
    expect(await opened()).toEqual([
      { level: 'warn', event: 'database is of a later version', migrations: '0098-of-later, 0099-newest' },
    ]);
    await drop();
  },
);
