import type { ConstructorOptions } from 'pg-boss';

/**
 * Never set back, which the machine's clock is when it was ahead: pg-boss measures its pauses by it, and would wait until the
 * old time has come again. What the time is it asks the database.
 */
export const STEADY_CLOCK: NonNullable<ConstructorOptions['clock']> = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work, milliseconds) => setTimeout(work, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work, milliseconds) => setInterval(work, milliseconds),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
};
