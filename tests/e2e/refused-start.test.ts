import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';

import { freshDatabase } from '#tests/support/postgres.ts';
import { BARE_ENVIRONMENT } from '#tests/support/bare-environment.ts';
import type { FreshDatabase } from '#tests/support/postgres.ts';
import { onServer } from '#tests/support/postgres-statement.ts';
import { failedStart, startProduct } from './product.ts';
import type { Environment } from './product.ts';
import { copyOfSampleShop } from './shared-product.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a command says and exits with. One that does not end is ended. */
const commanded = async (environment: Environment, ...words: readonly string[]) => {
  const env = { ...BARE_ENVIRONMENT, ...environment };
  const child = spawn(process.execPath, ['config/operator.ts', ...words], { cwd: ROOT, env, timeout: 20_000 });
  const ended = once(child, 'close');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await ended) as [number | null];
  return { code, output, errors };
};

/** A shop's database that has become one that is only read. */
const readOnly = async ({ url }: FreshDatabase): Promise<string> => {
  expect(await commanded({ DATABASE_URL: url }, 'stats')).toMatchObject({ code: 0 });
  const name = new URL(url).pathname.slice(1);
  await onServer(inject('postgres').url, `alter database "${name}" set default_transaction_read_only = on`);
  return url;
};

/** The address for a role that may connect, and owns nothing. */
const withStranger = async ({ url }: FreshDatabase): Promise<string> => {
  const role = `stranger_${randomUUID().slice(0, 8)}`;
  const server = inject('postgres').url;
  await onServer(server, `create role ${role} login password 'canary'`);
  onTestFinished(() => onServer(server, `drop role ${role}`).then(() => {}));
  return Object.assign(new URL(url), { username: role, password: 'canary' }).href;
};

const said = async (environment: Environment, file?: string): Promise<readonly string[]> => {
  const { code, printed } = await failedStart(environment, file);
  expect(code).toBe(1);
  return printed.trim().split('\n');
};

describe('a start is refused with one message', () => {
  let parent: string;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'homelead-refused-'));
  });
  afterAll(() => rm(parent, { recursive: true, force: true }));

  test('when another process has the data folder', async () => {
    const folder = await copyOfSampleShop();
    const owner = await startProduct({ DATA_DIR: folder });
    onTestFinished(async () => {
      await owner.kill();
      await rm(folder, { recursive: true });
    });
    expect(await said({ DATA_DIR: folder })).toEqual([
      `The data folder ${folder} is in use by another process. Stop that process, or choose another folder.`,
    ]);
    expect(await owner.leads('Boise')).not.toEqual([]);
  });

  test('when settings cannot be used: it names them all', async () => {
    expect(await said({ PORT: '70000', PAYMENTS: 'barter', SAMPLE_DATA: 'maybe' })).toEqual([
      'The settings cannot be used:',
      '  PORT must be at most 65535',
      '  SAMPLE_DATA must be yes or no',
      expect.stringMatching(/^ {2}PAYMENTS must be one of: simulated, stripe\b/),
    ]);
  });

  test('when settings cannot be used in development', async () => {
    expect(await said({ PORT: 'abc' }, 'config/dev.ts')).toEqual([
      'The settings cannot be used:',
      '  PORT must be a whole number',
    ]);
  });

  test.for([
    ['when the port is taken', 'config/main.ts'],
    ['when the port is taken in development', 'config/dev.ts'],
  ] as const)('%s', async ([, file]) => {
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const folder = await copyOfSampleShop();
    onTestFinished(() => rm(folder, { recursive: true }));
    const lines = await said({ PORT: `${port}`, DATA_DIR: folder }, file);
    // In development Vite may tell of its own work before.
    expect(lines.filter((line) => !line.includes('[vite]'))).toEqual([
      `PORT cannot be used as it is: listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
    ]);
  });

  test('when the data folder is a file', async () => {
    const file = join(parent, 'file');
    await writeFile(file, '');
    expect(await said({ DATA_DIR: file })).toEqual([
      `DATA_DIR cannot be used as it is: EEXIST: file already exists, mkdir '${file}'`,
    ]);
  });

  test('when the database is away', async () => {
    expect(await said({ DATABASE_URL: 'postgres://shop:canary@127.0.0.1:1/shop' })).toEqual([
      'DATABASE_URL cannot be used as it is: connect ECONNREFUSED 127.0.0.1:1',
    ]);
  });

  test('when the database takes connections and is silent', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}).resume());
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    expect(await said({ DATABASE_URL: `postgres://shop:canary@127.0.0.1:${port}/shop` })).toEqual([
      'DATABASE_URL cannot be used as it is: the database server does not answer',
    ]);
  });

  test.for<[string, Partial<URL>, string]>([
    ['has no such database', { pathname: '/nowhere' }, 'database "nowhere" does not exist'],
    ['lets that user not in', { username: 'nobody', password: 'canary' }, '"nobody"'],
  ])('when the database %s; no password is in it', async ([, changes, words]) => {
    const url = Object.assign(new URL(inject('postgres').url), changes);
    const lines = await said({ DATABASE_URL: url.href });
    expect(lines).toEqual([expect.stringMatching(/^DATABASE_URL cannot be used as it is: /)]);
    expect(lines[0]).toContain(words);
    expect(lines[0]).not.toContain('canary');
  });

  test.for<[string, (database: FreshDatabase) => Promise<string>, string]>([
    ['takes no changes, as a standby', readOnly, 'cannot execute SELECT in a read-only transaction'],
    ['belongs to somebody else', withStranger, 'permission denied for schema public'],
  ])('when the database %s; a command ends with the same words', async ([, asked, words]) => {
    const database = await freshDatabase();
    onTestFinished(database.drop);
    const DATABASE_URL = await asked(database);
    const refusal = `DATABASE_URL cannot be used as it is: ${words}`;
    expect(await said({ DATABASE_URL })).toEqual([refusal]);
    expect(await commanded({ DATABASE_URL }, 'stats')).toEqual({ code: 1, output: '', errors: `${refusal}\n` });
  });
});

test('a start that is not refused names in the log the settings that have no effect, and no value', async () => {
  const product = await startProduct({ STRIPE_SECRET_KEY: 'sk_live_canary', LIMIT_LOGN: 'canary', SAMPLE_DATA: 'no' });
  onTestFinished(async () => void (await product.kill()));
  const lines = (product.printed().match(/^\{.*$/gm) ?? []).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ level, event, setting }) => ({ level, event, setting }))).toEqual([
    { level: 'warn', event: 'setting has no effect', setting: 'STRIPE_SECRET_KEY' },
    { level: 'warn', event: 'setting has no effect', setting: 'LIMIT_LOGN' },
  ]);
  expect(product.printed()).not.toContain('canary');
});
