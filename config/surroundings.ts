import type { WebFiles } from '#adapters/http/pages/page-answers.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Log } from '#application/ports/log.ts';
import type { Outside } from './outside.ts';

/** What the product gets beside its settings. */
export type Surroundings = {
  readonly web: WebFiles;
  readonly clock?: Clock;
  /** By how many milliseconds `clock` is ahead, asked of the database by default: tests whose weeks pass in seconds know better. */
  readonly clockOffset?: () => Promise<number>;
  /** The standard output's by default. */
  readonly log?: Log;
  /** A last look at what the use-cases will talk to: tests that kill the product put their points here. */
  readonly around?: (outside: Outside) => Outside;
};
