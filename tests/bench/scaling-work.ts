import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { systemStopwatch } from '#adapters/system/clock.ts';
import { refreshWeek } from '#application/refresh-week.ts';
import { DAY, WEEK } from '#domain/instant.ts';
import { weekStart } from '#domain/week.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';
import { idOf, leadAt } from './leads.ts';

/** Bytes of a table: its rows, and its indexes. */
export type Size = { readonly table: string; readonly rows: number; readonly indexes: number };

/** What the product's own tables take, the largest first; none that is too small to matter. */
export const sizesOf = async (client: Client): Promise<readonly Size[]> => {
  const { rows } = await client.query<{ table: string; rows: string; indexes: string }>(
    `select relname as table, pg_table_size(oid) as rows, pg_indexes_size(oid) as indexes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_total_relation_size(oid) > 1000000 order by pg_total_relation_size(oid) desc`,
  );
  return rows.map((row) => ({ table: row.table, rows: Number(row.rows), indexes: Number(row.indexes) }));
};

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
};

/** Rows a second of `npm run leads -- import`, reading, checking and looking for persons who are known included. */
export const importRate = async (databaseUrl: string, count: number, after: number): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'homelead-scaling-'));
  const file = join(folder, 'leads.csv');
  const rows = Array.from({ length: count }, (_, index) => {
    const { contact, place, description, price } = leadAt(after + index, weekStart(Date.now()));
    const email = `person${after + index}@import.example`;
    return [
      contact.firstName,
      contact.lastName,
      email,
      place.city,
      place.state,
      `"${description}"`,
      price / 100,
    ].join();
  });
  await writeFile(file, ['first name,last name,email,city,state,description,price', ...rows].join('\n'));
  const run = async (): Promise<void> => {
    const child = spawn(process.execPath, ['config/operator.ts', 'import', file, '--commit', '--json'], {
      env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl },
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)));
    const [code] = (await once(child, 'close')) as [number];
    const created = Number(/"created": ?(\d+)/.exec(printed)?.[1]);
    if (code !== 0 || created !== count) throw new Error(`the import created ${created} of ${count}:\n${printed}`);
  };
  try {
    return count / (await seconds(run));
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Leads a second that change their place when the next week turns. */
export const refreshRate = async (databaseUrl: string): Promise<number> => {
  const database = await openPostgres({ url: databaseUrl, poolSize: 2, statementMilliseconds: 600_000 });
  let moved = 0;
  let ids = 0;
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const refresh = refreshWeek({
    log,
    shelfCycles: 1,
    eraseAfter: 3_650 * DAY,
    clock: () => Date.now() + WEEK,
    stopwatch: systemStopwatch,
    atomically: databaseStore(database, { addJob: addStoredJob }),
    secrets: { id: () => idOf(0xf0_000_000 + (ids += 1)) },
  });
  try {
    const taken = await seconds(async () => {
      const outcome = await refresh();
      if (outcome.is === 'refreshed') moved = outcome.vaulted + outcome.expired;
    });
    return moved / taken;
  } finally {
    await database.close();
  }
};
