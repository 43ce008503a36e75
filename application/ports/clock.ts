import type { Instant } from '#domain/instant.ts';

/** Tells the time, milliseconds since 1970 UTC. */
export type Clock = () => Instant;

/** Milliseconds since some instant, never set back as a clock may be: for measuring how long something takes. */
export type Stopwatch = () => number;

/** Resolves after so many milliseconds. */
export type Pause = (milliseconds: number) => Promise<void>;

/** A process with a wrong clock must not do what depends on the time. */
export class WrongClock extends Error {
  override readonly name = 'WrongClock';
}
