import type { Database } from '#adapters/mikro-orm/connection.ts';
import { pgBossJobs } from '#adapters/pg-boss/jobs.ts';
import type { Log } from '#application/ports/log.ts';
import type { Settings } from './environment.ts';

/** The queue of jobs, in the database itself. */
export const openQueue = (settings: Settings, database: Database, log: Log) =>
  pgBossJobs({
    database: database.kind === 'pglite' ? { pglite: database.native } : { url: database.url },
    log,
    leaseSeconds: settings.jobLeaseSeconds,
    // Jobs that this process adds are run at once; those of others are found by polling.
    pollSeconds: settings.role === 'worker' ? 0.2 : 0.5,
    onlyAdds: settings.role === 'web',
  });
