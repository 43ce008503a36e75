import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { afterAll, describe, expect, test } from 'vitest';

import { done } from '#adapters/cli/answer.ts';
import { runCommand } from '#adapters/cli/run-command.ts';

describe.skipIf(process.platform === 'win32')('the file of an import', () => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'homelead-command-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const asked = async (file: string) => {
    const files: string[] = [];
    const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const code = await runCommand({
      words: ['import', file, '--json'],
      folder,
      environment: {},
      input,
      output,
      errors,
      isPlain: false,
      atInterrupt: () => {},
      reach: async (operation) => {
        if (operation.command === 'import') files.push(operation.file);
        return done({}, []);
      },
    });
    return { code, files, answer: JSON.parse(String(output.read())) as unknown };
  };

  test('is named so that the server finds the same one', async () => {
    const path = join(folder, 'friday.csv');
    writeFileSync(path, 'a,b\n1,2\n');
    symlinkSync(path, join(folder, 'link.csv'));
    const open = openSync(path, 'r');
    for (const name of ['friday.csv', 'link.csv', path, `/dev/fd/${open}`])
      expect(await asked(name)).toMatchObject({ code: 0, files: [path] });
    closeSync(open);
  });

  test('is asked of nobody when only this process has it', async () => {
    const pipe = join(folder, 'pipe.csv');
    execFileSync('mkfifo', [pipe]);
    const message = `The file ${pipe} cannot be read: it is no regular file; save it first.`;
    expect(await asked(pipe)).toEqual({ code: 1, files: [], answer: { error: { reason: 'unreadable', message } } });
    const path = join(folder, 'gone.csv');
    writeFileSync(path, 'a,b\n');
    const open = openSync(path, 'r');
    rmSync(path);
    expect(await asked(`/dev/fd/${open}`)).toMatchObject({ code: 1, files: [] });
    closeSync(open);
  });

  test('is left to whoever reads it when there is none', async () => {
    for (const name of ['nowhere.csv', '.']) expect((await asked(name)).files).toEqual([join(folder, name)]);
  });
});
