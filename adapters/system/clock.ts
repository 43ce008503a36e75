import type { Clock, Stopwatch } from '#application/ports/clock.ts';

/** The machine's clock. */
export const systemClock: Clock = () => Date.now();

/** Since the process began. */
export const systemStopwatch: Stopwatch = () => performance.now();
