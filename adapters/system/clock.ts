import { setTimeout as wait } from 'node:timers/promises';

import type { Clock, Pause, Stopwatch } from '#application/ports/clock.ts';

/** The machine's clock. */
export const systemClock: Clock = () => Date.now();

/** Since the process began. */
export const systemStopwatch: Stopwatch = () => performance.now();

export const systemPause: Pause = (milliseconds) => wait(milliseconds);
