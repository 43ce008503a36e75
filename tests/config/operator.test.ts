import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { describe, expect, it, onTestFinished } from 'vitest';

import { MAIL } from '#config/mail.ts';
import { echo, gate, serving } from '#tests/adapters/cli/rig.ts';
import { BARE_ENVIRONMENT } from '#tests/support/bare-environment.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const start = (
  words: readonly string[],
  output: 'pipe' | number = 'pipe',
  settings: Readonly<Record<string, string>> = {},
): ChildProcess => {
  const env = { ...BARE_ENVIRONMENT, ...settings };
  const stdio = ['ignore', output, 'pipe'] as const;
  const child = spawn(process.execPath, ['config/operator.ts', ...words], { cwd: ROOT, env, stdio: [...stdio] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

/** Its exit code, and what it said beside the answer. */
const endOf = async (child: ChildProcess): Promise<readonly [number | null, string]> => {
  const ended = once(child, 'close');
  const errors = child.stderr === null || child.stderr.destroyed ? '' : await text(child.stderr);
  const [code] = (await ended) as [number | null];
  return [code, errors];
};

/** A command that is understood, and one that is not, with what they exit with. */
const COMMANDS: readonly (readonly [number, readonly string[]])[] = [
  [0, ['--help']],
  [2, ['nonsense', '--json']],
];

const PATIENCE = 60_000;

describe.each(COMMANDS)('a command that exits with %i', (code, words) => {
  it('does so, and says no more, where its answer is not read to the end', { timeout: PATIENCE }, async () => {
    const child = start(words);
    child.stdout?.destroy();
    expect(await endOf(child)).toEqual(await endOf(start(words)));
  });

  it('does so where nobody reads its errors either', { timeout: PATIENCE }, async () => {
    const child = start(words);
    child.stdout?.destroy();
    child.stderr?.destroy();
    expect(await endOf(child)).toEqual([code, '']);
  });

  it.skipIf(process.platform !== 'linux')(
    'says in one line that the answer cannot be written, and exits with 1 (/dev/full is on Linux only)',
    { timeout: PATIENCE },
    async () => {
      const full = await open('/dev/full', 'w');
      onTestFinished(() => full.close());
      const [, before] = await endOf(start(words));
      const line = 'The answer could not be written: ENOSPC: no space left on device, write\n';
      expect(await endOf(start(words, full.fd))).toEqual([1, `${before}${line}`]);
    },
  );
});

it('what npm has kept of a command for itself is not left out in silence', { timeout: PATIENCE }, async () => {
  const words = ['-s', 'run', 'leads', 'import', 'friday.csv', '--commit'];
  const child = spawn('npm', words, { cwd: ROOT, env: BARE_ENVIRONMENT });
  const [code, errors] = await endOf(child);
  expect(code).not.toBe(0);
  expect(errors).toContain('--commit');
  expect(errors).not.toContain('Nothing was stored');
});

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'homelead-operator-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

describe('a command that is not led to the shop', () => {
  it('says so when it begins an empty one, and only then', { timeout: PATIENCE }, async () => {
    const folder = join(await newFolder(), 'mistyped');
    const stats = () => endOf(start(['stats', '--json'], 'pipe', { DATA_DIR: folder }));
    const note = `There was no shop in ${folder}: an empty one was begun there. If yours is elsewhere, name it by DATA_DIR or DATABASE_URL.\n`;
    expect(await stats()).toEqual([0, note]);
    expect(await stats()).toEqual([0, '']);
  });

  it('names the setting when its data folder is a file', { timeout: PATIENCE }, async () => {
    const file = join(await newFolder(), 'file');
    await writeFile(file, '');
    const [code, errors] = await endOf(start(['stats'], 'pipe', { DATA_DIR: file }));
    expect(code).toBe(1);
    expect(errors).toContain('DATA_DIR cannot be used as it is: ');
  });

  it('names the setting when what is in it cannot be read', { timeout: PATIENCE }, async () => {
    const folder = await newFolder();
    // A link to itself, as the superuser may read a file of any mode.
    await symlink('operator.token', join(folder, 'operator.token'));
    const [code, errors] = await endOf(start(['stats'], 'pipe', { DATA_DIR: folder }));
    expect(code).toBe(1);
    expect(errors).toMatch(/^DATA_DIR cannot be used as it is: ELOOP/);
  });

  it('tells each wrong setting in a line of its own', { timeout: PATIENCE }, async () => {
    const [code, errors] = await endOf(start(['stats'], 'pipe', { PORT: 'x', MAIL: 'stmp' }));
    expect(code).toBe(1);
    expect(errors.trimEnd().split('\n')).toEqual([
      'The settings cannot be used:',
      '  PORT must be a whole number',
      `  MAIL must be one of: ${MAIL.names.join(', ')}`,
    ]);
  });
});

it.skipIf(process.platform === 'win32')(
  'Ctrl-C ends a command, which says that the running server goes on (Windows has no such signal)',
  { timeout: PATIENCE },
  async () => {
    const folder = await newFolder();
    const going = gate();
    const { run, asked } = echo(() => going.opened);
    await using _server = await serving(folder, run);
    const child = start(['refresh'], 'pipe', { DATA_DIR: folder });
    await expect.poll(() => asked.length, { timeout: PATIENCE }).toBe(1);
    child.kill('SIGINT');
    const [code, errors] = await endOf(child);
    going.open();
    expect([code, child.signalCode]).toEqual([null, 'SIGINT']);
    expect(errors).toMatch(/^The running server goes on/);
  },
);
