import type { Job as StoredJob, PgBoss } from 'pg-boss';

import { logDoneJob, logFailedJob, loggedJob } from '#application/job-outcome.ts';
import type { Job } from '#application/ports/jobs.ts';
import type { Log } from '#application/ports/log.ts';
import { within } from './within.ts';

type Handle = (job: Job, tries: number) => Promise<void>;

export type Lane = {
  readonly work: (handle: Handle) => void;
  /** Says that a job is about to be committed: the next look comes soon. */
  readonly expect: () => void;
  /** Takes no more jobs, and waits for those that run, but no longer than the patience. */
  readonly stop: (patienceSeconds: number) => Promise<void>;
};

type Settings = {
  readonly boss: PgBoss;
  readonly queue: string;
  readonly log: Log;
  readonly leaseSeconds: number;
  readonly pollSeconds: number;
  readonly jobsAtATime: number;
};

/** A commit comes a moment after its jobs were added. */
const SOON_MILLISECONDS = 25;

/**
 * Takes the jobs of one queue and runs several at a time. pg-boss's own workers start one job per poll, or wait for the
 * slowest of a batch; this fills each place as it falls free, and looks again at once while there is more.
 */
export const lane = ({ boss, queue, log, leaseSeconds, pollSeconds, jobsAtATime }: Settings): Lane => {
  const running = new Map<StoredJob<Job>, Promise<void>>();
  let isStopping = false;
  const stopping = Promise.withResolvers<void>();
  let wake = Promise.withResolvers<void>();
  let looking = Promise.resolve();

  // What went wrong is not stored: a message may hold a contact.
  const putBack = async (stored: StoredJob<Job>): Promise<void> => void (await boss.fail(queue, stored));

  /**
   * Until its lease ends nobody else has the job, and one whose outcome is not stored is run again: it would mail again. So a
   * database that is away is told when it is back.
   */
  const store = async (outcome: () => Promise<unknown>, until: number): Promise<void> => {
    for (;;)
      try {
        await outcome();
        return;
      } catch (error) {
        if (isStopping || performance.now() >= until) throw error;
        await within(pollSeconds, [stopping.promise]);
      }
  };

  const run = async (stored: StoredJob<Job>, handle: Handle): Promise<void> => {
    const job = stored.data;
    const begun = performance.now();
    const until = begun + leaseSeconds * 1_000;
    const ended = Promise.try(handle, job, stored.retryCount).then(
      () => ({ isDone: true }) as const,
      (error: unknown) => ({ isDone: false, error }) as const,
    );
    const outcome = await within(leaseSeconds, [ended]);
    // The database ends the lease by itself, and the job is run again: here only its place is freed.
    if (outcome === undefined) return log.warn('job outlived its lease', loggedJob(job));
    if (outcome.isDone) {
      await store(() => boss.complete(queue, stored), until);
      return logDoneJob(log, job, performance.now() - begun);
    }
    logFailedJob(log, job, stored.retryCount + 1, outcome.error);
    await store(() => putBack(stored), until);
  };

  const begin = (stored: StoredJob<Job>, handle: Handle): void => {
    const end = run(stored, handle)
      // Its outcome could not be stored: the job is run again after its lease.
      .catch((error: Error) => log.warn('job outcome not stored', { ...loggedJob(stored.data), error }))
      .finally(() => running.delete(stored));
    running.set(stored, end);
  };

  /** Answers whether there may be more to take. */
  const look = async (handle: Handle): Promise<boolean> => {
    const places = jobsAtATime - running.size;
    if (places === 0) return true;
    const taken = await boss.fetch<Job>(queue, { batchSize: places });
    for (const stored of taken) begin(stored, handle);
    return taken.length === places;
  };

  const lookUntilStopped = async (handle: Handle): Promise<void> => {
    let isReachable = true;
    while (!isStopping) {
      wake = Promise.withResolvers();
      let isMore = false;
      try {
        isMore = await look(handle);
        isReachable = true;
      } catch (error) {
        if (isReachable) log.warn('queue out of reach', error instanceof Error ? { error } : {});
        isReachable = false;
      }
      await within(pollSeconds, [wake.promise, ...(isMore ? running.values() : [])]);
    }
  };

  return {
    work: (handle) => {
      looking = lookUntilStopped(handle);
    },
    expect: () => {
      setTimeout(() => wake.resolve(), SOON_MILLISECONDS).unref();
    },
    stop: async (patienceSeconds) => {
      isStopping = true;
      stopping.resolve();
      wake.resolve();
      await within(patienceSeconds, [looking.then(() => Promise.all(running.values()))]);
      // Others may begin with these at once, instead of after their lease.
      await Promise.allSettled(Array.from(running.keys(), putBack));
    },
  };
};
