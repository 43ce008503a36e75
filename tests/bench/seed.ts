import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import { openPglite, openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { systemSecrets } from '#adapters/system/secrets.ts';
import { addLeads } from '#application/add-leads.ts';
import type { NewLead } from '#application/add-leads.ts';
import type { Batch } from '#domain/batch.ts';
import type { Instant } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import { personKeyTexts } from '#domain/person.ts';
import { weekStart } from '#domain/week.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';
import { floorTables } from './floor-tables.ts';
import type { Run } from './floor-tables.ts';
import { idOf, leadAt } from './leads.ts';
import { addMembers } from './members.ts';
import { addPurchases } from './purchases.ts';

const AT_A_TIME = 5_000;

const { hash } = systemSecrets();

const BATCH = idOf(0);

const batchOf = (count: number, now: Instant): Batch => ({
  id: BATCH,
  importedAt: now,
  created: count,
  end: { is: 'none' },
  fileHash: hash('leads of the benchmark'),
});

/** As an import adds it, of a file without columns of consent. */
const newLead =
  (before: number) =>
  (lead: Lead, index: number): NewLead => ({
    lead,
    keys: personKeyTexts(lead.contact).map(hash),
    provenance: { line: before + index + 2, consent: undefined },
  });

/**
 * Once all pages are known to hold nothing but what everybody sees, as they are after a while of peace: an index answers alone
 * then. The server's own housekeeping, at work on what has just been filled, can keep pages from it for a moment.
 */
const comeToRest = async ({ query }: Database, run: Run): Promise<void> => {
  for (let turn = 0; turn < 60; turn += 1) {
    await run('vacuum (freeze, analyze)');
    const restless = await query(`select relname from pg_class where relkind = 'r' and relallvisible < relpages
      and relname in ('lead', 'vault_entry', 'listed', 'vaulted')`);
    if (restless.length === 0) return;
    await wait(1_000);
  }
  throw new Error('the tables do not come to rest');
};

/** As the product's own store does it, so that whatever it keeps beside a lead is right; and the floor's tables with the same leads. */
const fill = async (database: Database, run: Run, count: number, now: number): Promise<void> => {
  await migrate(database);
  const atomically = databaseStore(database, { addJob: addStoredJob });
  const floor = await floorTables(run);
  await addMembers(atomically, now);
  await atomically(({ batches }) => batches.add(batchOf(count, now)));
  for (let first = 0; first < count; first += AT_A_TIME) {
    const length = Math.min(AT_A_TIME, count - first);
    const some = Array.from({ length }, (_, index) => leadAt(first + index, weekStart(now)));
    await atomically((repositories) =>
      addLeads(repositories, some.map(newLead(first)), { batchId: BATCH, seenAt: now }),
    );
    await floor.add(some);
  }
  await addPurchases(atomically, leadAt(0, weekStart(now)), now);
  await floor.finish();
  await comeToRest(database, run);
};

/** Fills an empty database of a PostgreSQL server. */
export const seed = async (url: string, count: number, now = Date.now()): Promise<void> => {
  const database = await openPostgres({ url, poolSize: 2, statementMilliseconds: 600_000 });
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await fill(database, (statements, values) => client.query(statements, values && [...values]), count, now);
  } finally {
    await client.end();
    await database.close();
  }
};

/** Fills an embedded database in an empty folder. */
export const seedFolder = async (folder: string, count: number, now = Date.now()): Promise<void> => {
  const database = await openPglite({ folder });
  try {
    if (database.kind !== 'pglite') throw new Error('this is no embedded database');
    const { native } = database;
    const run: Run = (statements, values) =>
      values === undefined ? native.exec(statements) : native.query(statements, [...values]);
    await fill(database, run, count, now);
  } finally {
    await database.close();
  }
};
