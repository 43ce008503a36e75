import type { Instant } from '#domain/instant.ts';

/** Tells the time, milliseconds since 1970 UTC. */
export type Clock = () => Instant;

/** Milliseconds since any instant, never set back, as a clock may be: how long something goes on is measured by it. */
export type Stopwatch = () => number;

/** Resolves after so many milliseconds. */
export type Pause = (milliseconds: number) => Promise<void>;

/** What goes by the clock is not done by a process whose clock is wrong. */
export class WrongClock extends Error {
  override readonly name = 'WrongClock';
}
