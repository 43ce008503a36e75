import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { DataFolderInUse, addressOf, ownFolder } from '#adapters/mikro-orm/connection/folder-owner.ts';

const MAC = 'darwin';

describe.skipIf(process.platform === 'win32')('the owner of a data folder, where a socket is a file', () => {
  /** A home folder for this test, with a data folder in it. */
  const newHome = async () => {
    const home = await mkdtemp('/tmp/homelead-');
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    vi.stubEnv('HOME', home);
    const folder = join(home, 'data');
    await mkdir(folder);
    return { home, folder };
  };

  test('is found from a shell with another folder for temporary files', async () => {
    const { home, folder } = await newHome();
    vi.stubEnv('TMPDIR', home);
    const owner = await ownFolder(folder, MAC);
    vi.stubEnv('TMPDIR', folder);
    await expect(ownFolder(folder, MAC)).rejects.toBeInstanceOf(DataFolderInUse);
    await owner.release();
    await (await ownFolder(folder, MAC)).release();
    expect(await readdir(home)).toEqual(['data']);
  });

  test('may have been killed: what is left of its socket keeps nobody out', async () => {
    const { home, folder } = await newHome();
    await (await ownFolder(folder, MAC)).release();
    const { release } = await ownFolder(folder, MAC);
    const [file = ''] = (await readdir(home)).filter((name) => name.endsWith('.sock'));
    await release();
    await writeFile(join(home, file), '');
    const next = await ownFolder(folder, MAC);
    await expect(ownFolder(folder, MAC)).rejects.toBeInstanceOf(DataFolderInUse);
    await next.release();
  });

  test('listens in the home folder, which nothing sweeps', () => {
    const { path, isFile } = addressOf('/data', MAC, undefined, () => '/swept');
    expect([path.startsWith(join(homedir(), '.homelead-')), isFile]).toEqual([true, true]);
  });

  test.each([
    ['an ordinary one', '/Users/dana', '/Users/dana/.homelead-'],
    ['the longest that leaves room', `/Users/${'x'.repeat(48)}`, `/Users/${'x'.repeat(48)}/.homelead-`],
    ['a longer one', `/Users/${'x'.repeat(49)}`, `/var/folders/zz/${'x'.repeat(30)}/T/homelead-`],
  ])('listens at 103 bytes at most, whatever the home folder: %s', (_what, home, begin) => {
    const { path } = addressOf(
      '/data',
      MAC,
      () => home,
      () => `/var/folders/zz/${'x'.repeat(30)}/T/`,
    );
    expect(path.startsWith(begin)).toBe(true);
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(103);
  });
});

describe.skipIf(process.platform !== 'linux')('the owner of a data folder, where a socket has no file', () => {
  const newFolder = async (name = 'data') => {
    const parent = await mkdtemp('/tmp/homelead-');
    onTestFinished(() => rm(parent, { recursive: true, force: true }));
    const folder = join(parent, name);
    await mkdir(folder);
    return { folder, file: join(folder, 'owner.sock') };
  };
  /** Listens at the file alone, as the owner does for another container with the same volume. */
  const elsewhere = async (file: string): Promise<Server> => {
    const server = createServer((socket) => socket.destroy()).listen(file);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return server;
  };

  test('is found from another container too, by a file in the folder, which goes with it', async () => {
    const { folder, file } = await newFolder();
    const owner = await elsewhere(file);
    await expect(ownFolder(folder)).rejects.toBeInstanceOf(DataFolderInUse);
    await once(owner.close(), 'close');
    const { release } = await ownFolder(folder);
    expect(await readdir(folder)).toEqual(['owner.sock']);
    await release();
    expect(await readdir(folder)).toEqual([]);
  });

  test('may have been killed in another container: what is left of its file keeps nobody out', async () => {
    const { folder, file } = await newFolder();
    await writeFile(file, '');
    const { release } = await ownFolder(folder);
    await expect(ownFolder(folder)).rejects.toBeInstanceOf(DataFolderInUse);
    await release();
  });

  test('is the one who has replaced such a file last, if two have found it at the same moment', async () => {
    const { folder, file } = await newFolder();
    await writeFile(file, '');
    const owning = ownFolder(folder).then(
      () => 'owned',
      (error: unknown) => error,
    );
    const isSocket = () =>
      stat(file).then(
        (found) => found.isSocket(),
        () => false,
      );
    while (!(await isSocket())) await new Promise(setImmediate);
    await rm(file);
    await elsewhere(file);
    expect(await owning).toBeInstanceOf(DataFolderInUse);
    expect(await isSocket()).toBe(true);
  });

  test('is not needed to listen there: a path may be too long for a socket, or a disk take none', async () => {
    const [long, plain] = [await newFolder('x'.repeat(90)), await newFolder()];
    await mkdir(plain.file);
    for (const { folder } of [long, plain]) {
      const before = await readdir(folder);
      const { release } = await ownFolder(folder);
      await expect(ownFolder(folder)).rejects.toBeInstanceOf(DataFolderInUse);
      await release();
      expect(await readdir(folder)).toEqual(before);
    }
  });
});

// A process that is being updated, and the one that takes its place, must look at the same address.
test.each([
  ['linux', '\0homelead-bd47413b5c03dfc6e4b5b8143fe205ea'],
  ['win32', String.raw`\\.\pipe\homelead-bd47413b5c03dfc6e4b5b8143fe205ea`],
  ['darwin', join('/Users/dana', '.homelead-bd47413b5c03dfc6e4b5b8143fe205ea.sock')],
] as const)(
  'the owner of a data folder listens where other versions of the product look for it: %s',
  (platform, path) => {
    expect(addressOf('/data', platform, () => '/Users/dana').path).toBe(path);
  },
);

test.each(['linux', 'win32'] as const)(
  'the owner of a data folder leaves no file in a home folder on %s',
  (platform) => {
    expect(addressOf('/data', platform).isFile).toBe(false);
  },
);
