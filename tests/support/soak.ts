// Every promise at its whole reach: the vitest projects `timed`, `race` and `promises` in mode `long`, whose figures go into the table of
// docs/reliability.md. Arguments are handed to vitest: `npm run soak -- any-order` runs the files of that name only.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startPostgres } from './postgres-start.ts';
import { onServer } from './postgres-statement.ts';
import { figuresIn, withFigures } from './soak-figures.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = join(root, 'docs/reliability.md');

const runAll = async (files: readonly string[]): Promise<{ readonly code: number; readonly output: string }> => {
  const projects = ['timed', 'race', 'promises'].flatMap((name) => ['--project', name]);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...projects, '--mode', 'long', ...files], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
    process.stdout.write(chunk);
  });
  const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? 1)));
  return { code, output };
};

const versionOfPostgres = async (): Promise<string> => {
  const { url, stop } = await startPostgres();
  try {
    const [row] = await onServer(url, 'show server_version');
    return String(row?.['server_version']).split(' ')[0] ?? '';
  } finally {
    await stop();
  }
};

const { code, output } = await runAll(process.argv.slice(2));
const figures = figuresIn(output);
if (figures.length > 0) {
  const date = new Date().toISOString().slice(0, 10);
  const circumstances = { date, node: process.versions.node, postgres: await versionOfPostgres() };
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), figures, circumstances));
}
console.log(
  `${figures.length} figures, ${figures.reduce((sum, { violations }) => sum + violations, 0)} violations, written to docs/reliability.md`,
);
process.exitCode = code;
