import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { describe, expect, it, onTestFinished } from 'vitest';

const TALKER = fileURLToPath(new URL('./talker.ts', import.meta.url));

const start = (end: 'exit' | 'fault' | 'stay' | 'warn', lines: number) => {
  const child = spawn(process.execPath, [TALKER, end, String(lines)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
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

  it('are all there before a warning, even if the process is killed at once after it', async () => {
    const lines = linesOf(await text(start('warn', 100).stdout));
    expect(lines.slice(0, -1).map(({ count }) => count)).toEqual(counted(100));
    expect(lines.at(-1)?.event).toBe('at once');
  });

  it('come soon, while the process goes on', async () => {
    const child = start('stay', 3);
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    expect(linesOf(first.toString()).map(({ count }) => count)).toEqual([1, 2, 3]);
  });
});
