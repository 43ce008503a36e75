import { randomUUID } from 'node:crypto';

import { onServer } from '#tests/support/postgres-statement.ts';
import { seed } from './seed.ts';

/** Lets `work` have a database of its own with so many leads, which goes again. */
export const withLeads = async <Found>(
  serverUrl: string,
  leads: number,
  work: (databaseUrl: string) => Promise<Found>,
): Promise<Found> => {
  const name = `homelead_bench_${randomUUID().slice(0, 8)}`;
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  await onServer(serverUrl, `create database "${name}" template template0`);
  try {
    await seed(url, leads);
    return await work(url);
  } finally {
    await onServer(serverUrl, `drop database "${name}" with (force)`);
  }
};
