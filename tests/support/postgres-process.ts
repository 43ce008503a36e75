// A PostgreSQL server from npm that lives exactly as long as its standard input: prints its address, serves, and removes every trace
// when the input closes, which the system does for a parent that is killed as well. The line `restart` on it ends the server as
// `pg_ctl stop -m immediate` does and starts it again; with the argument `safe` what was committed outlasts that.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { postgresPackage } from './postgres-package.ts';

const lastWords: string[] = [];
const remember = (line: unknown): void => {
  lastWords.push(String(line));
  if (lastWords.length > 40) lastWords.shift();
};

const folder = mkdtempSync(join(tmpdir(), 'homelead-postgres-'));
const EmbeddedPostgres = await postgresPackage(folder);
const port = await freePort();
const server = new EmbeddedPostgres({
  databaseDir: join(folder, 'data'),
  port,
  persistent: false,
  // PostgreSQL refuses to run as root, so a root machine gets a `postgres` user.
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-sync'],
  // Durability is off: no test cuts the power of the machine.
  postgresFlags: [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'timezone=UTC',
    'fsync=off',
    'full_page_writes=off',
    `synchronous_commit=${process.argv[2] === 'safe' ? 'on' : 'off'}`,
  ].flatMap((setting) => ['-c', setting]),
  onLog: remember,
  onError: remember,
});

const stop = async (code: number): Promise<never> => {
  // A server that died while starting never answers `stop`.
  await Promise.race([server.stop(), setTimeout(5_000)]);
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const restart = async (): Promise<void> => {
  const pid = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGQUIT');
  while (isAlive(pid)) await setTimeout(5);
  await server.start();
  process.stdout.write('restarted\n');
};

createInterface(process.stdin).on('line', (line) => {
  if (line === 'restart') void restart();
});
process.stdin.once('close', () => void stop(0));

try {
  await server.initialise();
  await server.start();
  process.stdout.write(`postgres://postgres:password@127.0.0.1:${port}/postgres\n`);
} catch (error) {
  process.stderr.write(`${String(error)}\n${lastWords.join('')}\n`);
  await stop(1);
}
