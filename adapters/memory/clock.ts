import type { Clock } from '#application/ports/clock.ts';
import type { Instant } from '#domain/instant.ts';

export type MemoryClock = Clock & {
  readonly set: (now: Instant) => void;
  /** Moves the time on by so many milliseconds. */
  readonly step: (milliseconds: number) => void;
};

/** A clock that stands still until it is told. */
export const memoryClock = (start: Instant = Date.UTC(2026, 0, 5, 15)): MemoryClock => {
  let now = start;
  return Object.assign((): Instant => now, {
    set: (instant: Instant) => {
      now = instant;
    },
    step: (milliseconds: number) => {
      now += milliseconds;
    },
  });
};
