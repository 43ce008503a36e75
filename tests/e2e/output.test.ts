import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { expect, onTestFinished, test } from 'vitest';

import { BARE_ENVIRONMENT } from '#tests/support/bare-environment.ts';
import { freePort } from '#tests/support/free-port.ts';
import { START_FLAGS } from '#tests/support/start-command.ts';
import { openUnreadPipe } from '#tests/support/unread-pipe.ts';
import { copyOfSampleShop } from './shared-product.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The product with both its outputs in a descriptor, so that it must be told where to listen. */
const startInto = async (output: number) => {
  const folder = await copyOfSampleShop();
  const port = await freePort();
  const child = spawn(process.execPath, [...START_FLAGS, 'config/main.ts'], {
    cwd: ROOT,
    env: { ...BARE_ENVIRONMENT, PORT: `${port}`, DATA_DIR: folder, LOG_LEVEL: 'info' },
    stdio: ['ignore', output, output],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  return { address: `http://127.0.0.1:${port}`, child, ended };
};

/** Starts, sells and stops, whatever becomes of what it says. */
const sellsAndStops = async (output: number): Promise<void> => {
  const { address, child, ended } = await startInto(output);
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
};

test.skipIf(process.platform !== 'linux')(
  'a shop with a full disk for its log starts, sells and stops all the same (/dev/full is on Linux only)',
  async () => {
    const full = await open('/dev/full', 'w');
    onTestFinished(() => full.close());
    await sellsAndStops(full.fd);
  },
);

test.skipIf(process.platform === 'win32')(
  'a shop whose log is taken by a program that stands still starts, sells and stops all the same (no named pipes on Windows)',
  async () => {
    const { writer, letGo } = await openUnreadPipe();
    onTestFinished(letGo);
    await sellsAndStops(writer);
  },
);
