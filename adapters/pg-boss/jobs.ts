import { fromPglite, PgBoss } from 'pg-boss';

import type { Backlog } from '#application/ports/backlog.ts';
import type { Job, Jobs } from '#application/ports/jobs.ts';
import type { Log } from '#application/ports/log.ts';
import { backlogOf } from './backlog.ts';
import { mindFuture } from './future.ts';
import { lane } from './lane.ts';
import { REPEATED_RETRIES, optionsOf } from './options.ts';
import { QUEUES, placeOf } from './queues.ts';

/** Runs one statement inside the transaction of whoever adds a job. */
export type TransactionSql = (
  text: string,
  parameters: readonly unknown[],
) => Promise<{ readonly rows: readonly unknown[] }>;

export type PgBossSettings = {
  /** A PGlite that others may use too, or the address of a PostgreSQL server, to which the queue makes its own few connections. */
  readonly database: { readonly pglite: Parameters<typeof fromPglite>[0] } | { readonly url: string };
  readonly log: Log;
  /** After so long a running job counts as lost with its process, and is run again. At least 1. */
  readonly leaseSeconds?: number;
  /** How soon a job that another process has added is seen. */
  readonly pollSeconds?: number;
  /** How many jobs one lane runs at a time, in this process. */
  readonly jobsAtATime?: number;
  /** How long `stop` waits for running jobs. */
  readonly patienceSeconds?: number;
  /** How often the schedule of repeated jobs is looked at. */
  readonly scheduleSeconds?: number;
  /** A process that only adds jobs leaves schedules and lost jobs to others. */
  readonly onlyAdds?: boolean;
};

export type PgBossJobs = {
  /** Queues a job by way of somebody else's transaction: it exists if and only if that commits. */
  readonly add: (job: Job, sql: TransactionSql) => Promise<void>;
  readonly jobs: Jobs;
  /** Takes no more jobs, and lets running ones end or puts them back. Jobs can still be added, until `jobs.stop`. */
  readonly rest: () => Promise<void>;
  readonly backlog: Backlog;
};

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Creates what it needs in the schema `pgboss`, whoever else starts at the same time. Ready for `add` when it resolves. */
export const pgBossJobs = async ({
  database,
  log,
  leaseSeconds = 60,
  pollSeconds = 0.5,
  jobsAtATime = 4,
  patienceSeconds = 7,
  scheduleSeconds = 30,
  onlyAdds = false,
}: PgBossSettings): Promise<PgBossJobs> => {
  const options = optionsOf({ leaseSeconds, scheduleSeconds, onlyAdds });
  const boss = new PgBoss(
    'pglite' in database
      ? { ...options.pglite, db: fromPglite(database.pglite) }
      : { ...options.server, connectionString: database.url },
  );
  let isStarted = false;
  boss.on('error', (error) => {
    // An error before that fails the start itself.
    if (isStarted) log.warn('queue error', error instanceof Error ? { error } : {});
  });
  boss.on('warning', ({ message }) => {
    // It has a clock of its own, which is not set back with the machine's: that is no news.
    if (!message.includes('Clock skew')) log.warn('queue warning', { outcome: message });
  });
  const start = async () => {
    await boss.start();
    for (const queue of QUEUES) {
      await boss.createQueue(queue, options.queue);
      await boss.updateQueue(queue, options.queue);
      // Has pg-boss learn the queue now: it would ask the database at the first `send`, and wait for ever for a PGlite that is
      // busy with the very transaction that sends.
      await boss.findJobs(queue, { id: NOBODY });
    }
    const minding = onlyAdds ? undefined : await mindFuture({ boss, queues: QUEUES, log, seconds: scheduleSeconds });
    isStarted = true;
    return minding;
  };
  const future = await start().catch(async (error: unknown) => {
    // Its timers and connections would keep the process.
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  });
  const lanes = new Map(
    QUEUES.map((queue) => [queue, lane({ boss, queue, log, leaseSeconds, pollSeconds, jobsAtATime })]),
  );

  let resting: Promise<unknown> | undefined;
  const rest = async (): Promise<void> => {
    resting ??= Promise.all(Array.from(lanes.values(), (each) => each.stop(patienceSeconds)));
    await resting;
  };

  return {
    rest,
    backlog: backlogOf(boss, QUEUES),
    add: async (job, sql) => {
      const executeSql = async (text: string, parameters: readonly unknown[] = []): Promise<{ rows: unknown[] }> => ({
        rows: [...(await sql(text, parameters)).rows],
      });
      const { queue, ...place } = placeOf(job);
      const id = await boss.send(queue, job, { db: { executeSql }, ...place });
      if (id === null) throw new Error(`the queue '${queue}' is gone`);
      lanes.get(queue)?.expect();
    },
    jobs: {
      work: async (handle) => {
        for (const each of lanes.values()) each.work(handle);
      },
      repeat: async (job, cron) => {
        await boss.schedule(placeOf(job).queue, cron, job, {
          tz: 'UTC',
          key: job.name,
          missed: 'once',
          retryLimit: REPEATED_RETRIES,
        });
      },
      stop: async () => {
        await rest();
        await future?.stop();
        await boss.stop();
      },
    },
  };
};
