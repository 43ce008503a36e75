import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { writeEndpoint, newSocketAddress } from '#adapters/cli/operator-file.ts';
import { systemSecrets } from '#adapters/system/secrets.ts';

describe('the address at which a server listens for commands', () => {
  test.skipIf(process.platform === 'win32')(
    'is in the home folder where it is a file: what lies among temporary files is swept away',
    () => {
      const address = newSocketAddress('a-token', 'darwin', undefined, () => '/swept');
      expect(address).toBe(join(homedir(), '.homelead-a-token.sock'));
    },
  );

  test.each([
    ['an ordinary one', '/Users/dana', '/Users/dana/.homelead-'],
    ['the longest that leaves room', `/Users/${'x'.repeat(58)}`, `/Users/${'x'.repeat(58)}/.homelead-`],
    ['a longer one', `/Users/${'x'.repeat(59)}`, `/var/folders/zz/${'x'.repeat(30)}/T/homelead-`],
  ])('has 103 bytes at most, whatever the home folder: a longer one no Mac listens at: %s', (_what, home, begin) => {
    const temporary = `/var/folders/zz/${'x'.repeat(30)}/T/`;
    const address = newSocketAddress(
      systemSecrets().token(),
      'darwin',
      () => home,
      () => temporary,
    );
    expect(address.replaceAll('\\', '/').startsWith(begin)).toBe(true);
    expect(Buffer.byteLength(address)).toBeLessThanOrEqual(103);
  });

  test.each(['darwin', 'linux', 'win32'] as const)('holds what nobody guesses of the token: %s', (platform) => {
    const token = systemSecrets().token();
    expect(newSocketAddress(token, platform)).toContain(token.slice(0, 22));
  });
});

describe.skipIf(process.platform === 'win32')('the socket of an earlier server, where it is a file', () => {
  const token = 't'.repeat(43);
  const newHome = async () => {
    const home = await mkdtemp('/tmp/homelead-');
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    return { home, address: newSocketAddress(token, 'darwin', () => home) };
  };

  test('goes when the next one writes its endpoint, if it was killed', async () => {
    const { home, address } = await newHome();
    await writeFile(address, '');
    await writeEndpoint(home, { address, token });
    await writeEndpoint(home, { address: 'another', token });
    expect(await readdir(home)).toEqual(['operator.token']);
  });

  test('stays if it runs: the folder is a copy of its own', async () => {
    const { home, address } = await newHome();
    const earlier = createServer().listen(address);
    onTestFinished(() => void earlier.close());
    await once(earlier, 'listening');
    await writeEndpoint(home, { address, token });
    await writeEndpoint(home, { address: 'another', token });
    expect((await readdir(home)).toSorted()).toEqual([`.homelead-${'t'.repeat(22)}.sock`, 'operator.token']);
  });

  test('is the one file that goes: no other is touched, whatever the endpoint says', async () => {
    const { home } = await newHome();
    const address = join(home, 'precious');
    await writeFile(address, '');
    await writeEndpoint(home, { address, token });
    await writeEndpoint(home, { address: 'another', token });
    expect(await readdir(home)).toContain('precious');
  });
});
