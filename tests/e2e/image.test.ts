import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';

import { freePort } from '#tests/support/free-port.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

const dockerfile = await readFile('Dockerfile', 'utf8');
const [image = ''] = dockerfile.split('\nFROM ').slice(-1);
const [, start = '[]'] = /^CMD (\[.*\])$/m.exec(image) ?? [];
const [, look = '[]'] = /^HEALTHCHECK[^\n]*\n\s*CMD (\[.*\])$/m.exec(image) ?? [];
/** The words after `node` itself, which here is the one that runs the tests. */
const afterNode = (command: string): readonly string[] => (JSON.parse(command) as readonly string[]).slice(1);

const leftOut = new Set(
  /npm uninstall --no-save --omit=dev([\s\S]+?)\n\n/.exec(dockerfile)?.[1]?.match(/[@\w][\w./-]*/g) ?? [],
);

/** A folder with what the image has: its files, and its packages as links. */
const unpack = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'homelead-image-'));
  const copied = [...image.matchAll(/^COPY (?:--from=\w+ \/homelead\/)?(\S+) \S+$/gm)].map(([, path]) => path ?? '');
  for (const path of copied.filter((one) => one !== 'node_modules'))
    await cp(path, join(folder, path), { recursive: true });
  const link = async (name: string): Promise<void> => {
    if (leftOut.has(name) || name.startsWith('.')) return;
    const target = resolve('node_modules', name);
    if (!name.startsWith('@') || name.includes('/')) return symlink(target, join(folder, 'node_modules', name));
    await mkdir(join(folder, 'node_modules', name));
    for (const inner of await readdir(target)) await link(`${name}/${inner}`);
  };
  await mkdir(join(folder, 'node_modules'));
  for (const name of await readdir('node_modules')) await link(name);
  return folder;
};

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

test('what the image holds is all that a process of compose.yaml needs, and its health check tells', async () => {
  const database = await freshDatabase({ migrated: false });
  ends.push(database.drop);
  const folder = await unpack();
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const { services } = parse(await readFile('compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, { environment?: Record<string, string> }>;
  };
  const port = String(await freePort());
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    PORT: port,
    ...services['web-1']?.environment,
    DATABASE_URL: database.url,
  };
  const isHealthy = (): Promise<boolean> =>
    new Promise((tell) => void execFile(process.execPath, afterNode(look), { env }, (error) => tell(error === null)));

  expect(leftOut.size).toBeGreaterThan(10);
  expect(await isHealthy()).toBe(false);
  const product = spawn(process.execPath, afterNode(start), { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [product.stdout, product.stderr]) stream.on('data', (text) => (printed += String(text)));
  const ended = new Promise((done) => product.once('close', done));
  ends.push(async () => {
    product.kill('SIGKILL');
    await ended;
  });
  await expect.poll(isHealthy, { timeout: 30_000, message: printed }).toBe(true);
  const address = `http://127.0.0.1:${port}`;
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect(await (await fetch(address)).text()).toContain('<title>Homelead');
  expect((await fetch(`${address}/api/docs`)).status).toBe(200);
  product.kill('SIGTERM');
  expect(await ended, printed).toBe(0);
});
