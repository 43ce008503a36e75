// vitest's global set-up of the projects that need a real PostgreSQL: one server per run, and one migrated database to copy from.
import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { startPostgres, type Server } from './postgres-start.ts';
import { onServer } from './postgres-statement.ts';

type Prepared = Server & { readonly template: string };

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { readonly url: string; readonly template: string };
  }
}

const databaseAt = (url: string, database: string): string =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href;

const migrate = async (url: string): Promise<void> => {
  const { openPostgres } = await import('#adapters/mikro-orm/connection.ts');
  const { migrate: toTodaysSchema } = await import('#adapters/mikro-orm/migrate.ts');
  const database = await openPostgres({ url, poolSize: 1 });
  try {
    await toTodaysSchema(database);
  } finally {
    await database.close();
  }
};

const prepare = async (): Promise<Prepared> => {
  const server = await startPostgres();
  const run = `homelead_${randomUUID().slice(0, 8)}`;
  const template = `${run}_template`;
  const stop = async (): Promise<void> => {
    const left = await onServer(server.url, `select datname from pg_database where datname like '${run}%'`);
    for (const { datname } of left) await onServer(server.url, `drop database "${String(datname)}" with (force)`);
    await server.stop();
  };
  try {
    await onServer(server.url, `create database "${template}"`);
    await migrate(databaseAt(server.url, template));
    return { url: server.url, template, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

// Every project loads this file again, but all share the process.
const shared = globalThis as { postgresOfThisRun?: { readonly server: Promise<Prepared>; users: number } };

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const use = (shared.postgresOfThisRun ??= { server: prepare(), users: 0 });
  use.users += 1;
  const { url, template, stop } = await use.server;
  project.provide('postgres', { url, template });
  return async () => {
    use.users -= 1;
    if (use.users > 0) return;
    delete shared.postgresOfThisRun;
    await stop();
  };
};
