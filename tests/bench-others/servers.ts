import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

import type { Contender } from '#tests/bench/contender.ts';
import { freePort } from '#tests/support/free-port.ts';

const run = promisify(execFile);

/** Whoever shows it may do all: nothing is filtered for anybody, which is the least work. */
export const DIRECTUS_TOKEN = 'a-token-for-this-run-alone';

type Command = {
  readonly script: string;
  readonly words: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
};

const surroundings = (folder: string, { environment }: Command) => ({
  cwd: folder,
  env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...environment },
});

const wordsOf = (folder: string, { script, words }: Command): readonly string[] => [
  join(folder, 'node_modules', script),
  ...words,
];

/** Throws if it ends before it answers there. */
const started = async (folder: string, command: Command, port: number, path: string): Promise<Contender> => {
  const child = spawn(process.execPath, wordsOf(folder, command), {
    ...surroundings(folder, command),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const orphan = (): void => void child.kill('SIGKILL');
  process.once('exit', orphan);
  const ended = once(child, 'exit').then(() => process.off('exit', orphan));
  const address = `http://127.0.0.1:${port}`;
  const answers = (): Promise<boolean> =>
    fetch(`${address}${path}`).then(
      ({ status }) => status < 500,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`${command.script} did not start`);
    await wait(200);
  }
  return {
    address,
    pid: child.pid ?? 0,
    stop: async () => {
      orphan();
      await ended;
    },
  };
};

/** In a schema, beside the tables there, it makes its own. It keeps no answers and limits nobody. */
export const startDirectus = async (folder: string, databaseUrl: string, schema: string): Promise<Contender> => {
  const port = await freePort();
  const environment = {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    DB_SEARCH_PATH: schema,
    SECRET: DIRECTUS_TOKEN,
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: DIRECTUS_TOKEN,
    ADMIN_TOKEN: DIRECTUS_TOKEN,
    LOG_LEVEL: 'error',
    SERVE_APP: 'false',
    TELEMETRY: 'false',
    CACHE_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
  };
  const command = { script: 'directus/cli.js', environment };
  const bootstrap = { ...command, words: ['bootstrap'] };
  await run(process.execPath, wordsOf(folder, bootstrap), surroundings(folder, bootstrap));
  return started(folder, { ...command, words: ['start'] }, port, '/server/ping');
};

/** With its own preset for new projects. */
export const startPostGraphile = async (folder: string, databaseUrl: string, schema: string): Promise<Contender> => {
  const port = await freePort();
  const options = ['--preset', 'postgraphile/presets/amber', '--schema', schema, '--connection', databaseUrl];
  const words = [...options, '--host', '127.0.0.1', '--port', String(port)];
  return started(folder, { script: 'postgraphile/dist/cli-run.js', words }, port, '/graphql');
};
