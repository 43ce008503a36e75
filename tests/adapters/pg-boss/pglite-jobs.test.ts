import { afterAll } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { pgBossJobs } from '#adapters/pg-boss/jobs.ts';
import { jobsContract } from '#tests/contracts/jobs.contract.ts';
import { freshPglite } from '#tests/support/pglite.ts';
import { patiently } from './settings.ts';

const pglite = await freshPglite();

afterAll(() => pglite.close());

jobsContract(
  'pg-boss on PGlite',
  async () => ({
    start: async () => {
      const log = memoryLog();
      const { add, jobs, backlog } = await pgBossJobs({ ...patiently, database: { pglite }, log });
      return {
        jobs,
        add: (job) => pglite.transaction((sql) => add(job, (text, parameters) => sql.query(text, [...parameters]))),
        log: log.lines,
        backlog,
      };
    },
    passTime: () => {},
    now: Date.now,
    drop: async () => void (await pglite.exec('drop schema pgboss cascade')),
  }),
  // A PGlite belongs to one process; two queues on it stand for two lives of that process that overlap.
  { processes: 2 },
);
