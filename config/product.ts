import type { RunOperation } from '#adapters/cli/run-operation.ts';
import type { Log } from '#application/ports/log.ts';
import type { HttpSide } from './http.ts';

/** The whole product, as one process runs it. */
export type Product = HttpSide & {
  readonly log: Log;
  /** Whether there are sample leads, coupons and accounts to try. */
  readonly hasSamples: boolean;
  /** Does what an operator asks for. */
  readonly operate: RunOperation;
  /** Begins to run queued and repeated jobs, if that is this process's part. */
  readonly work: () => Promise<void>;
  /** Says at `/readyz` that no more requests should be sent here. */
  readonly leave: () => void;
  /** Takes no more jobs, and lets running ones end or puts them back. */
  readonly rest: () => Promise<void>;
  /** Lets running jobs end and closes the database. */
  readonly close: () => Promise<void>;
};
