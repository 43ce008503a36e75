import type { Instant } from '#domain/instant.ts';

/** Tells the time, milliseconds since 1970 UTC. */
export type Clock = () => Instant;

/** What goes by the clock is not done by a process whose clock is wrong. */
export class WrongClock extends Error {
  override readonly name = 'WrongClock';
}
