import pg from 'pg';

import { memoryLog } from '#adapters/memory/log.ts';
import { pgBossJobs } from '#adapters/pg-boss/jobs.ts';
import { jobsContract } from '#tests/contracts/jobs.contract.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { patiently } from './settings.ts';
import { inTransaction } from './transaction.ts';

jobsContract(
  'pg-boss on PostgreSQL',
  async () => {
    const database = await freshDatabase();
    const pool = new pg.Pool({ connectionString: database.url, max: 4 });
    return {
      start: async () => {
        const log = memoryLog();
        const { add, jobs, backlog } = await pgBossJobs({ ...patiently, database: { url: database.url }, log });
        return { jobs, add: (job) => inTransaction(pool, (sql) => add(job, sql)), log: log.lines, backlog };
      },
      passTime: () => {},
      now: Date.now,
      drop: async () => {
        await pool.end();
        await database.drop();
      },
    };
  },
  { processes: 3 },
);
