import type { Instant } from '#domain/instant.ts';
import type { JobName } from './jobs.ts';

/** Jobs of one name that wait for their first try or for another one. */
export type WaitingJobs = {
  readonly job: JobName;
  readonly count: number;
  /** When the one that was added first was added. */
  readonly oldestAt: Instant;
};

/** What the queue has still to do. */
export interface Backlog {
  /** By name, in any order; names of which nothing waits are left out, and so is what runs now. Sees what is committed. */
  readonly waiting: () => Promise<readonly WaitingJobs[]>;
}
