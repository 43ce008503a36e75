// Queues a job, begins to run it, says so, and never ends it: `postgres://…`, or the folder of an embedded database.
import pg from 'pg';

import { memoryLog } from '#adapters/memory/log.ts';
import { openPglite } from '#adapters/mikro-orm/connection.ts';
import { pgBossJobs } from '#adapters/pg-boss/jobs.ts';
import { quickly } from './settings.ts';
import { inTransaction } from './transaction.ts';

const [, , place = ''] = process.argv;
const isServer = place.startsWith('postgres://');
const embedded = isServer ? undefined : await openPglite({ folder: place });
const pglite = embedded?.kind === 'pglite' ? embedded.native : undefined;
const { add, jobs } = await pgBossJobs({
  ...quickly,
  database: pglite === undefined ? { url: place } : { pglite },
  log: memoryLog(),
});
await jobs.work(() => {
  process.stdout.write('begun\n');
  return new Promise(() => {});
});
const job = { name: 'settle-purchase', purchaseId: 'p-1' } as const;
if (pglite === undefined) await inTransaction(new pg.Pool({ connectionString: place }), (sql) => add(job, sql));
else await pglite.transaction((sql) => add(job, (text, parameters) => sql.query(text, [...parameters])));
