import type { WebFiles } from '#adapters/http/pages/page-answers.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Log } from '#application/ports/log.ts';
import type { Outside } from './outside.ts';

/** What the product needs besides its settings. */
export type Surroundings = {
  readonly web: WebFiles;
  readonly clock?: Clock;
  /** By how many milliseconds `clock` is ahead; by default the database is asked. Tests whose weeks pass in seconds set it. */
  readonly clockOffset?: () => Promise<number>;
  /** By default a log on standard output. */
  readonly log?: Log;
  /** Changes the ports before the use-cases get them: tests that kill the product insert their points here. */
  readonly around?: (outside: Outside) => Outside;
};
