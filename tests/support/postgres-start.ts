import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type Server = { readonly url: string; readonly stop: () => Promise<void> };

/** `restart` breaks off all running work, and the server recovers as after a crash. */
export type OwnServer = Server & { readonly restart: () => Promise<void> };

const fromNpm = async (durability: 'safe' | 'fast' = 'fast'): Promise<OwnServer> => {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./postgres-process.ts', import.meta.url)), durability],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  let complaint = '';
  child.stderr.on('data', (chunk) => (complaint += String(chunk)));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lines = createInterface(child.stdout);
  const url = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('close', () => reject(new Error(`PostgreSQL from npm did not start:\n${complaint}`)));
  });
  return {
    url,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
    restart: async () => {
      child.stdin.write('restart\n');
      await once(lines, 'line');
    },
  };
};

/** A separate server from npm, which keeps what was committed when it is restarted. */
export const startOwnPostgres = (): Promise<OwnServer> => fromNpm('safe');

const fromDocker = async (): Promise<Server> => {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer('postgres:18')
    .withEnvironment({
      POSTGRES_PASSWORD: 'password',
      POSTGRES_INITDB_ARGS: '--encoding=UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8',
    })
    .withCommand([
      '-c',
      'fsync=off',
      '-c',
      'synchronous_commit=off',
      '-c',
      'full_page_writes=off',
      '-c',
      'max_connections=200',
    ])
    .withExposedPorts(5432)
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start();
  const url = `postgres://postgres:password@${container.getHost()}:${container.getMappedPort(5432)}/postgres`;
  return { url, stop: async () => void (await container.stop()) };
};

const engineIsLikely = (): boolean => process.env['DOCKER_HOST'] !== undefined || existsSync('/var/run/docker.sock');

/** A real PostgreSQL: the one at `TEST_POSTGRES`, else one from Docker where an engine answers, else one from npm. */
export const startPostgres = async (): Promise<Server> => {
  const given = process.env['TEST_POSTGRES'];
  if (given !== undefined && given !== '') return { url: given, stop: () => Promise.resolve() };
  if (!engineIsLikely()) return fromNpm();
  try {
    return await fromDocker();
  } catch (error) {
    console.warn(`No PostgreSQL from Docker (${String(error)}); using the one from npm.`);
    return fromNpm();
  }
};
