import type { Instant } from '#domain/instant.ts';
import type { JobName } from './jobs.ts';

/** Jobs of one name that wait for their first or next try. */
export type WaitingJobs = {
  readonly job: JobName;
  readonly count: number;
  /** When the oldest of them was added. */
  readonly oldestAt: Instant;
};

/** The work that the queue still has to do. */
export interface Backlog {
  /** By name, in any order; without names of which nothing waits, and without what runs now. Sees what is committed. */
  readonly waiting: () => Promise<readonly WaitingJobs[]>;
}
