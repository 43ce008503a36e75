import type { RunOperation } from '#adapters/cli/run-operation.ts';
import type { Log } from '#application/ports/log.ts';
import type { HttpSide } from './http.ts';

/** The whole product, as one process runs it. */
export type Product = HttpSide & {
  readonly log: Log;
  /** Whether there are sample leads, coupons and accounts to try. */
  readonly hasSamples: boolean;
  /** Runs an operator's command. */
  readonly operate: RunOperation;
  /** Begins to run queued and repeated jobs, if this process runs any. */
  readonly work: () => Promise<void>;
  /** Reports at `/readyz` that no more requests should be sent here. */
  readonly leave: () => void;
  /** Takes no more jobs, and lets running ones end or puts them back. */
  readonly rest: () => Promise<void>;
  /** Lets running jobs end and closes the database. */
  readonly close: () => Promise<void>;
};
