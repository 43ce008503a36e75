import { logDoneJob, logFailedJob } from '#application/job-outcome.ts';
import type { Backlog } from '#application/ports/backlog.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Job, Jobs } from '#application/ports/jobs.ts';
import type { Log } from '#application/ports/log.ts';
import { HOUR, MINUTE, SECOND } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import { hasTicked } from './cron.ts';

export type MemoryJobs = {
  readonly add: (job: Job) => void;
  readonly jobs: Jobs;
  /**
   * Runs all that is due by the clock, and what that adds, until nothing is due. A job that failed is due again later:
   * after 1 s, 2 s, 4 s … at most an hour. Never rejects.
   */
  readonly drain: () => Promise<void>;
  /** What waits, oldest first: jobs that are due and jobs that will be tried again. */
  readonly waiting: () => readonly Job[];
  readonly backlog: Backlog;
};

type Waiting = { readonly job: Job; readonly tries: number; readonly addedAt: Instant; readonly dueAt: Instant };

const pauseAfter = (tries: number): number => Math.min(HOUR, SECOND * 2 ** (tries - 1));

/** The queue of one process, gone when it ends. Nothing runs by itself: tests say when. */
export const memoryJobs = ({ clock, log }: { readonly clock: Clock; readonly log?: Log }): MemoryJobs => {
  let waiting: readonly Waiting[] = [];
  let handle: ((job: Job, tries: number) => Promise<void>) | undefined;
  const repeated: { readonly job: Job; readonly cron: string; looked: Instant }[] = [];
  const running = new Set<Promise<void>>();

  const add = (job: Job): void => {
    waiting = [...waiting, { job: structuredClone(job), tries: 0, addedAt: clock(), dueAt: clock() }];
  };

  const run = async ({ job, tries, addedAt }: Waiting): Promise<void> => {
    const begun = clock();
    try {
      await handle?.(structuredClone(job), tries);
      if (log !== undefined) logDoneJob(log, job, clock() - begun);
    } catch (error) {
      const failed = { job, tries: tries + 1, addedAt, dueAt: clock() + pauseAfter(tries + 1) };
      waiting = [...waiting, failed];
      if (log !== undefined) logFailedJob(log, job, failed.tries, error);
    }
  };

  const begin = (due: Waiting): Promise<void> => {
    const end = run(due).finally(() => running.delete(end));
    running.add(end);
    return end;
  };

  const tick = (): void => {
    for (const repetition of repeated) {
      if (hasTicked(repetition.cron, repetition.looked, clock())) add(repetition.job);
      repetition.looked = clock();
    }
  };

  const drain = async (): Promise<void> => {
    while (handle !== undefined) {
      tick();
      const due = waiting.filter(({ dueAt }) => dueAt <= clock());
      if (due.length === 0) return;
      waiting = waiting.filter((one) => !due.includes(one));
      await Promise.all(due.map(begin));
    }
  };

  return {
    add,
    drain,
    waiting: () => waiting.map(({ job }) => job),
    backlog: {
      waiting: async () =>
        [...Map.groupBy(waiting, ({ job }) => job.name)].map(([job, alike]) => ({
          job,
          count: alike.length,
          oldestAt: Math.min(...alike.map(({ addedAt }) => addedAt)),
        })),
    },
    jobs: {
      work: async (handler) => {
        handle = handler;
      },
      repeat: async (job, cron) => {
        // Refuses what is no cron line now, not at its first tick.
        hasTicked(cron, clock() - MINUTE, clock());
        repeated.push({ job, cron, looked: clock() });
      },
      stop: async () => {
        handle = undefined;
        await Promise.all(running);
      },
    },
  };
};
