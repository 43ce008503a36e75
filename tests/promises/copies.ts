import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { FreshDatabase } from '#tests/support/postgres.ts';
import { onServer } from '#tests/support/postgres-statement.ts';

const run = promisify(execFile);

const majorOf = (text: string): number => Number(/(\d+)(?:\.|beta|devel|$)/.exec(text)?.[1] ?? 0);

/** Whether the tools of this machine can read the server: older ones refuse to. */
const canDump = async (url: string): Promise<boolean> => {
  try {
    const [dump, restore] = await Promise.all([run('pg_dump', ['--version']), run('pg_restore', ['--version'])]);
    const [server] = await onServer(url, 'show server_version');
    const least = majorOf(String(server?.['server_version']));
    return [dump, restore].every(({ stdout }) => majorOf(stdout.replace(/^\D+/, '')) >= least);
  } catch {
    return false;
  }
};

/** A copy of a database: dumped and restored where the tools are there, else made by the server itself. Nobody may be connected to it. */
export const copyOf = async ({ url }: FreshDatabase): Promise<FreshDatabase & { readonly by: 'dump' | 'server' }> => {
  const name = `${new URL(url).pathname.slice(1)}_copy`;
  const copy = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const elsewhere = Object.assign(new URL(url), { pathname: '/postgres' }).href;
  const drop = async () => void (await onServer(elsewhere, `drop database if exists "${name}" with (force)`));
  if (!(await canDump(elsewhere))) {
    await onServer(elsewhere, `create database "${name}" template "${new URL(url).pathname.slice(1)}"`);
    return { url: copy, drop, by: 'server' };
  }
  const folder = await mkdtemp(join(tmpdir(), 'homelead-dump-'));
  try {
    const file = join(folder, 'dump');
    await run('pg_dump', ['--format=custom', `--file=${file}`, `--dbname=${url}`]);
    await onServer(elsewhere, `create database "${name}" template template0`);
    await run('pg_restore', ['--exit-on-error', `--dbname=${copy}`, file]);
    return { url: copy, drop, by: 'dump' };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
