import pg from 'pg';
import { expect, test } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { pgBossJobs } from '#adapters/pg-boss/jobs.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { patiently } from './settings.ts';
import { inTransaction } from './transaction.ts';

test('a lease that was changed holds for the jobs of a queue that has been there before', async () => {
  const { url, drop } = await freshDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  for (const leaseSeconds of [60, 7]) {
    const { add, jobs } = await pgBossJobs({ ...patiently, leaseSeconds, database: { url }, log: memoryLog() });
    await inTransaction(pool, (sql) => add({ name: 'settle-purchase', purchaseId: `${leaseSeconds}` }, sql));
    await inTransaction(pool, (sql) => add({ name: 'deliver-lead', purchaseId: `${leaseSeconds}` }, sql));
    await jobs.stop();
  }
  const { rows } = await pool.query(
    `select data->>'purchaseId' as at, expire_seconds as seconds from pgboss.job
     where name in ('payments', 'mail') order by seconds, name`,
  );
  expect(rows).toEqual([
    { at: '7', seconds: 7 },
    { at: '7', seconds: 7 },
    { at: '60', seconds: 60 },
    { at: '60', seconds: 60 },
  ]);
  await pool.end();
  await drop();
});
