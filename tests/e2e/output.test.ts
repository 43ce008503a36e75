import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, onTestFinished, test } from 'vitest';

import { freePort } from '#tests/support/free-port.ts';
import { START_FLAGS } from '#tests/support/start-command.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The product with both its outputs in a file, so that it must be told where to listen. */
const startInto = async (file: string) => {
  const output = await open(file, 'w');
  const folder = await mkdtemp(join(tmpdir(), 'homelead-output-'));
  const port = await freePort();
  const child = spawn(process.execPath, [...START_FLAGS, 'config/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', PORT: `${port}`, DATA_DIR: folder, LOG_LEVEL: 'info' },
    stdio: ['ignore', output.fd, output.fd],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    await output.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { address: `http://127.0.0.1:${port}`, child, ended };
};

test.skipIf(process.platform !== 'linux')(
  'a shop with a full disk for its log starts, sells and stops all the same (/dev/full is on Linux only)',
  async () => {
    const { address, child, ended } = await startInto('/dev/full');
    const statusOf = async (path: string): Promise<number> => {
      const response = await fetch(address + path, { headers: { connection: 'close' } });
      await response.arrayBuffer();
      return response.status;
    };
    const isUp = (): Promise<boolean> =>
      statusOf('/readyz').then(
        (status) => status === 200,
        () => child.exitCode !== null,
      );
    await expect.poll(isUp, { timeout: 50_000 }).toBe(true);
    // More lines than wait for each other before they are written.
    for (let request = 1; request <= 60; request += 1) expect(await statusOf('/api/good-lead/top5')).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
);
