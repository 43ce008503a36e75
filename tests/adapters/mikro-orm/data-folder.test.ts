import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openPglite } from '#adapters/mikro-orm/connection.ts';
import { DataFolderInUse } from '#adapters/mikro-orm/connection/folder-owner.ts';
import { makeFolder } from '#adapters/mikro-orm/connection/make-folder.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { BARE_ENVIRONMENT } from '#tests/support/bare-environment.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';

const WRITER = fileURLToPath(new URL('./data-folder-writer.ts', import.meta.url));

/** A process that writes into the folder; resolves when it has committed so many leads. */
const writerAfter = async (
  folder: string,
  commits: number,
): Promise<{ readonly kill: () => Promise<readonly string[]> }> => {
  const child = spawn(process.execPath, [WRITER, folder], {
    env: BARE_ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ids: string[] = [];
  const lines = createInterface(child.stdout);
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the writer ended by itself')));
    lines.on('line', (id) => {
      if (ids.push(id) === commits) resolve();
    });
  });
  return {
    kill: async () => {
      const allRead = once(lines, 'close');
      child.kill('SIGKILL');
      await allRead;
      return ids;
    },
  };
};

const open = async (folder: string) => {
  const database = await openPglite({ folder });
  await migrate(database);
  return { ...database, atomically: databaseStore(database, { addJob: addStoredJob }) };
};

describe('the data folder', () => {
  let parent: string;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'homelead-data-'));
  });
  afterAll(() => rm(parent, { recursive: true, force: true }));

  it('is made when it is missing, and keeps its data over a restart', async () => {
    const folder = join(parent, 'not', 'there', 'yet');
    const first = await open(folder);
    const notification = { id: 'evt_1', receivedAt: 1 };
    expect(await first.atomically((r) => r.notifications.remember(notification))).toBe(true);
    await first.close();
    const second = await open(folder);
    expect(await second.atomically((r) => r.notifications.remember(notification))).toBe(false);
    await second.close();
  });

  it('is opened with a database that waits for the disk, and takes a quarter of the usual memory for its pages', async () => {
    const { query, close } = await openPglite({ folder: join(parent, 'not', 'there', 'yet') });
    const settings = await query(
      "select name, current_setting(name) as is from pg_settings where name in ('fsync', 'shared_buffers')",
    );
    await close();
    expect(settings).toEqual([
      { name: 'fsync', is: 'on' },
      { name: 'shared_buffers', is: '32MB' },
    ]);
  });

  it.skipIf(process.platform !== 'linux')(
    'says at once that it cannot be made, where no folder can be (/proc is on Linux only)',
    async () => {
      for (const folder of ['/proc/homelead', '/proc/homelead/data'])
        await expect(openPglite({ folder })).rejects.toMatchObject({ syscall: 'mkdir', path: '/proc/homelead' });
    },
  );

  it('is made once by two who begin at the same moment', async () => {
    const folder = join(parent, 'at', 'once');
    await Promise.all([makeFolder(folder), makeFolder(folder)]);
    expect((await stat(folder)).isDirectory()).toBe(true);
  });

  it('refuses a second owner at once, and says which folder it is', async () => {
    const folder = join(parent, 'owned');
    const owner = await open(folder);
    const second = openPglite({ folder: join(parent, '.', 'owned') });
    await expect(second).rejects.toBeInstanceOf(DataFolderInUse);
    await expect(openPglite({ folder })).rejects.toThrow(folder);
    await owner.close();
    await (await openPglite({ folder })).close();
  });

  it('belongs to another process for as long as that lives, and keeps what it has committed when it is killed', async () => {
    const folder = join(parent, 'killed');
    const writer = await writerAfter(folder, 25);
    await expect(openPglite({ folder })).rejects.toBeInstanceOf(DataFolderInUse);
    const ids = await writer.kill();
    const database = await open(folder);
    const found = await database.query<{ readonly id: string }>('select id from lead');
    expect(ids.length).toBeGreaterThanOrEqual(25);
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining([...ids]));
    // At most the one lead whose commit the writer could not print any more.
    expect(found.length - ids.length).toBeLessThanOrEqual(1);
    await database.close();
  });

  it('begins anew when its very first start was cut short', async () => {
    const folder = join(parent, 'cut');
    await mkdir(join(folder, 'database.unfinished'), { recursive: true });
    await writeFile(join(folder, 'database.unfinished', 'PG_VERSION'), 'half');
    const database = await open(folder);
    expect(await database.query('select 1 from lead')).toEqual([]);
    await database.close();
  });

  it.each(['PG_VERSION', 'global/pg_control'])(
    'is not filled anew when %s of its database is missing: what is left stays, and the folder is named',
    async (file) => {
      const folder = join(parent, `without-${file.replace('/', '-')}`);
      await (await open(folder)).close();
      const database = join(folder, 'database');
      await rm(join(database, file));
      const before = await readdir(database, { recursive: true });
      await expect(openPglite({ folder })).rejects.toMatchObject({
        path: database,
        message: `the database ${database} does not open: its disk is full or read-only, or files of it belong to another user, are missing or damaged`,
      });
      const after = await readdir(database, { recursive: true });
      expect(after.filter((name) => name !== 'postmaster.pid')).toEqual(before);
    },
  );

  describe.skipIf(process.platform === 'win32')('is out of reach of other users (Windows has no such modes)', () => {
    const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

    it('from its first start on', async () => {
      const folder = join(parent, 'own');
      const database = await open(folder);
      expect([await modeOf(folder), await modeOf(join(folder, 'database'))]).toEqual([0o700, 0o700]);
      await database.close();
    });

    it('from the next start on, when it was open to them', async () => {
      const folder = join(parent, 'once-open');
      await mkdir(folder);
      await (await open(folder)).close();
      await chmod(join(folder, 'database'), 0o755);
      const database = await open(folder);
      expect(await modeOf(join(folder, 'database'))).toBe(0o700);
      await database.close();
    });
  });
});
