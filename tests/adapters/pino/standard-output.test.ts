import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { describe, expect, it, onTestFinished } from 'vitest';

import { openUnreadPipe } from '#tests/support/unread-pipe.ts';

const TALKER = fileURLToPath(new URL('./talker.ts', import.meta.url));

type End = 'error' | 'exit' | 'fault' | 'go-on' | 'stay' | 'warn';

/** The talker with its outputs into a file, or to us. */
const startInto = (output: number | 'pipe', end: End, lines: number, errors = output) => {
  const child = spawn(process.execPath, [TALKER, end, String(lines)], { stdio: ['ignore', output, errors] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

const start = (end: End, lines: number) => {
  const child = startInto('pipe', end, lines);
  if (child.stdout === null) throw new Error('the output cannot be read');
  const { stdout } = child;
  const close = (): void => [child.stdout, child.stderr].forEach((stream) => stream?.destroy());
  return { stdout, close, ended: once(child, 'exit') };
};

const linesOf = (output: string): readonly { readonly event: string; readonly count?: number }[] =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string; count?: number });

const counted = (most: number) => Array.from({ length: most }, (_, index) => index + 1);

describe('the lines on the standard output', () => {
  it.each([1, 10, 2_000])('are all there when the process exits: %d', async (most) => {
    const lines = linesOf(await text(start('exit', most).stdout));
    expect(lines.map(({ count }) => count)).toEqual(counted(most));
  });

  it('are all there after a fault, which is the last of them', async () => {
    const lines = linesOf(await text(start('fault', 100).stdout));
    expect(lines.slice(0, -1).map(({ count }) => count)).toEqual(counted(100));
    expect(lines.at(-1)?.event).toBe('process fault');
  });

  it.each([
    ['a warning', 'warn', 'job failed'],
    ['an error', 'error', 'job keeps failing'],
  ] as const)('are all there before %s, even if the process is killed at once after it', async (_what, end, event) => {
    const lines = linesOf(await text(start(end, 100).stdout));
    expect(lines.slice(0, -1).map(({ count }) => count)).toEqual(counted(100));
    expect(lines.at(-1)?.event).toBe(event);
  });

  it('come soon, while the process goes on', async () => {
    const { stdout } = start('stay', 3);
    const [first] = (await once(stdout, 'data')) as [Buffer];
    expect(linesOf(first.toString()).map(({ count }) => count)).toEqual([1, 2, 3]);
  });
});

describe('an output that takes no more lines does not end the process', () => {
  it('because its reader has ended', async () => {
    const { close, ended } = start('go-on', 1);
    close();
    expect(await ended).toEqual([42, null]);
  });

  it('because its reader ends at any time later', async () => {
    const { stdout, close, ended } = start('go-on', 1);
    await once(stdout, 'data');
    close();
    expect(await ended).toEqual([42, null]);
  });

  it.skipIf(process.platform !== 'linux')('because its disk is full (/dev/full is on Linux only)', async () => {
    const full = await open('/dev/full', 'w');
    onTestFinished(() => full.close());
    expect(await once(startInto(full.fd, 'go-on', 5_000), 'exit')).toEqual([42, null]);
  });
});

describe.skipIf(process.platform === 'win32')('a reader that stands still (no named pipes on Windows)', () => {
  const startUnread = async (end: End, lines: number) => {
    const { writer, letGo, read } = await openUnreadPipe();
    const child = startInto(writer, end, lines, 'pipe');
    letGo();
    return { child, read };
  };

  const hasAll = async (told: () => string, most: number): Promise<void> => {
    await expect.poll(() => told().split('\n').length, { timeout: 20_000 }).toBeGreaterThan(most);
    expect(linesOf(told()).map(({ count }) => count)).toEqual(counted(most));
  };

  it('does not hold up the process, and has each line in its order once it reads on', async () => {
    const { child, read } = await startUnread('stay', 5_000);
    if (child.stderr === null) throw new Error('the errors cannot be read');
    await once(child.stderr, 'data');
    await hasAll(read(), 5_000);
  });

  it('is none that is merely slow: that one has each line, also of a process that ends', async () => {
    const { child, read } = await startUnread('exit', 5_000);
    const told = read(10);
    expect(await once(child, 'exit')).toEqual([0, null]);
    await hasAll(told, 5_000);
  });

  it('does not hold up the end of the process', async () => {
    const { child } = await startUnread('exit', 50_000);
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('costs lines, not the process', async () => {
    const { child } = await startUnread('go-on', 50_000);
    expect(await once(child, 'exit')).toEqual([42, null]);
  });
});
