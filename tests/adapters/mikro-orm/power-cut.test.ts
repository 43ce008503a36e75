import fs, { copyFileSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openPglite } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';

const flush = fs.fsyncSync;
const watchFlushes = (seen: (path: string) => void): void => {
  fs.fsyncSync = (file) => {
    flush(file);
    seen(readlinkSync(`/proc/self/fd/${file}`));
  };
  syncBuiltinESMExports();
};

/** Does to a copy of a folder what is flushed to the disk, and nothing else: so would a power cut leave it. */
const copyFlushed = (from: string, to: string): void =>
  watchFlushes((path) => {
    const place = relative(from, path);
    if (place.startsWith('..')) return;
    if (statSync(path).isFile()) copyFileSync(path, join(to, place));
    else
      for (const name of readdirSync(join(to, place)))
        if (!fs.existsSync(join(path, name))) rmSync(join(to, place, name), { recursive: true });
  });

describe.skipIf(process.platform !== 'linux')('a power cut (Linux alone tells which file is flushed)', () => {
  let parent: string;
  let database: Database;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'homelead-power-'));
    const folder = join(parent, 'shop');
    // The very first start is not flushed: there is nothing to lose yet.
    database = await openPglite({ folder });
    await migrate(database);
    await database.query('create table sale (number int)');
    await database.query('checkpoint');
    await cp(folder, join(parent, 'disk'), { recursive: true, filter: (path) => !path.endsWith('.sock') });
    copyFlushed(join(folder, 'database'), join(parent, 'disk', 'database'));
  });
  afterAll(async () => {
    fs.fsyncSync = flush;
    syncBuiltinESMExports();
    await database.close();
    await rm(parent, { recursive: true, force: true });
  });

  const sell = () => database.query('insert into sale select count(*) + 1 from sale');
  const soldIn = async ({ query }: Database): Promise<number> => {
    const [row] = await query<{ readonly count: number }>('select count(*)::int as count from sale');
    return row?.count ?? 0;
  };

  /** How many sales a machine finds that has lost its power just now. */
  const foundAfter = async (): Promise<number> => {
    const folder = await mkdtemp(join(parent, 'after-'));
    await cp(join(parent, 'disk', 'database'), join(folder, 'database'), { recursive: true });
    const after = await openPglite({ folder });
    const sold = await soldIn(after);
    await after.close();
    return sold;
  };

  it('loses nothing that was committed, before a checkpoint, just after it, and later', async () => {
    for (const event of [sell, () => database.query('checkpoint'), sell]) {
      await event();
      expect(await foundAfter()).toBe(await soldIn(database));
    }
    expect(await soldIn(database)).toBe(2);
  });

  it('leaves a database that opens, though most of its files have changed', async () => {
    await database.query('insert into sale select number from generate_series(3, 200000) number');
    await database.query('vacuum full sale');
    await database.query('checkpoint');
    await database.query('create index on sale (number)');
    expect(await foundAfter()).toBe(200_000);
  });
});
