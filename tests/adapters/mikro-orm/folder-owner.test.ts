import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
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

test.each(['linux', 'win32'] as const)('the owner of a data folder leaves no file on %s', (platform) => {
  expect(addressOf('/data', platform).isFile).toBe(false);
});
