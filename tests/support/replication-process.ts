// A PostgreSQL primary and its hot standby from npm that live exactly as long as the standard input: prints their addresses, then
// obeys a line each with `done`: `kill` and `start` the standby, `replace` the primary by one that goes on from where it was. What keeps this machine from having a standby is printed instead.
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { postgresPackage } from './postgres-package.ts';
import { onServer } from './postgres-statement.ts';

const folder = mkdtempSync(join(tmpdir(), 'homelead-replication-'));
const EmbeddedPostgres = await postgresPackage(folder);
const folders = { primary: join(folder, 'primary'), standby: join(folder, 'standby') };
const ports = { primary: await freePort(), standby: await freePort() };
const lastWords: string[] = [];

const serverAt = (name: keyof typeof folders, hear: (line: string) => void = () => {}) => {
  const remember = (line: unknown): void => {
    hear(String(line));
    lastWords.push(`${name}: ${String(line)}`);
    if (lastWords.length > 40) lastWords.shift();
  };
  return new EmbeddedPostgres({
    databaseDir: folders[name],
    port: ports[name],
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-sync'],
    // What is committed is written here, as it is where replicas are used: only the disk is not waited for.
    postgresFlags: [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=100',
      'timezone=UTC',

      'fsync=off',
      'full_page_writes=off',
      'wal_keep_size=512MB',
      'shared_buffers=32MB',
      'max_standby_streaming_delay=200ms',
    ].flatMap((setting) => ['-c', setting]),
    onLog: remember,
    onError: remember,
  });
};

/** The class itself waits for a server that writes. */
const startAsStandby = (name: keyof typeof folders): Promise<void> =>
  new Promise((resolve, reject) => {
    writeFileSync(join(folders[name], 'standby.signal'), '');
    const standby = serverAt(name, (line) => {
      if (line.includes('ready to accept read-only connections')) resolve();
      if (line.includes('libpqwalreceiver')) reject(new Error(line));
    });
    standby.start().catch(() => reject(new Error(`the standby ended\n${lastWords.join('')}`)));
  });
const startStandby = (): Promise<void> => startAsStandby('standby');

const pidOf = (name: keyof typeof folders): number =>
  Number(readFileSync(join(folders[name], 'postmaster.pid'), 'utf8').split('\n')[0]);

const killStandby = async (): Promise<void> => {
  process.kill(pidOf('standby'), 'SIGKILL');
  // Its children notice that their parent is gone.
  await wait(500);
};

/** On a timeline of its own, which the standby follows, as one that was promoted is. */
const replacePrimary = async (): Promise<void> => {
  process.kill(pidOf('primary'), 'SIGINT');
  while (existsSync(join(folders.primary, 'postmaster.pid'))) await wait(10);
  await startAsStandby('primary');
  await onServer(addressOf('primary'), 'select pg_promote()');
};

const addressOf = (name: keyof typeof ports): string =>
  `postgres://postgres:password@127.0.0.1:${ports[name]}/postgres`;

const stop = async (): Promise<never> => {
  for (const name of ['standby', 'primary'] as const) {
    try {
      process.kill(pidOf(name), 'SIGINT');
    } catch {
      // It is not running.
    }
  }
  await wait(300);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  process.exit(0);
};

process.stdin.once('close', () => void stop());

const fail = (error: unknown): Promise<never> => {
  process.stderr.write(`${String(error)}\n${lastWords.join('')}\n`);
  return stop();
};

try {
  const primary = serverAt('primary');
  await primary.initialise();
  // The files of a cluster that has never run are consistent.
  execFileSync('cp', ['-a', folders.primary, folders.standby]);
  appendFileSync(
    join(folders.standby, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${ports.primary} user=postgres password=password'\n`,
  );
  await primary.start();
  await startStandby();
  process.stdout.write(`${JSON.stringify({ primary: addressOf('primary'), standby: addressOf('standby') })}\n`);
  createInterface(process.stdin).on('line', (order) => {
    const obeys = { kill: killStandby, start: startStandby, replace: replacePrimary }[order] ?? startStandby;
    obeys()
      .then(() => process.stdout.write('done\n'))
      .catch(fail);
  });
} catch (error) {
  await fail(error);
}
