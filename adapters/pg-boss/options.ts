import type { ConstructorOptions, QueueOptions } from 'pg-boss';

import { steadyClock } from './steady-clock.ts';

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const LARGEST_INTEGER = 2 ** 31 - 1;

/**
 * How often a job of a schedule is tried again, over some five hours: longer than until the next one, but for that of the day. Where a
 * fault lasts, each minute would leave jobs otherwise that are tried for ever, and before what a buyer waits for.
 */
export const REPEATED_RETRIES = 16;

/** Nobody waits for the queue's own statements, so they may take longer than those of a request. */
const SESSION = [
  'TimeZone=UTC',
  'DateStyle=ISO',
  'statement_timeout=15000',
  'lock_timeout=15000',
  'idle_in_transaction_session_timeout=15000',
].flatMap((setting) => ['-c', setting]);

/** The settings of pg-boss; its defaults give up too early for a lead that is paid. */
export const optionsOf = ({
  leaseSeconds,
  scheduleSeconds,
  onlyAdds,
}: {
  readonly leaseSeconds: number;
  readonly scheduleSeconds: number;
  readonly onlyAdds: boolean;
}): { readonly pglite: ConstructorOptions; readonly server: ConstructorOptions; readonly queue: QueueOptions } => {
  const watchSeconds = Math.min(30, Math.max(1, leaseSeconds / 2));
  const common: ConstructorOptions = {
    supervise: !onlyAdds,
    schedule: !onlyAdds,
    // How soon after its lease a lost job is noticed.
    superviseIntervalSeconds: watchSeconds,
    monitorIntervalSeconds: watchSeconds,
    maintenanceIntervalSeconds: HOUR_SECONDS,
    cronMonitorIntervalSeconds: scheduleSeconds,
    cronWorkerIntervalSeconds: Math.max(1, Math.min(5, scheduleSeconds)),
    clock: steadyClock(),
    clockMonitorIntervalSeconds: Math.min(60, scheduleSeconds),
    // Jobs that wait for jobs: not used here.
    flowIntervalSeconds: DAY_SECONDS,
  };
  // What `pg` understands and pg-boss hands on: without it a silent server would never be given up.
  const pool = { query_timeout: 20_000, keepAlive: true };
  return {
    // No autovacuum to watch, and no second connection to rebuild an index beside.
    pglite: { ...common, backend: 'pglite', monitorVacuum: false, reindex: false },
    server: {
      ...common,
      ...pool,
      max: 4,
      connectionTimeoutMillis: 5_000,
      application_name: 'homelead-jobs',
      options: SESSION.join(' '),
    },
    queue: {
      expireInSeconds: Math.max(1, leaseSeconds),
      retryLimit: LARGEST_INTEGER,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: HOUR_SECONDS,
      // Counts from the day a job was added: whatever still waits after that is dropped.
      retentionSeconds: 3_650 * DAY_SECONDS,
      deleteAfterSeconds: DAY_SECONDS,
    },
  };
};
