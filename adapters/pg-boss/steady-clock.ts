import type { ConstructorOptions } from 'pg-boss';

type SteadyClock = NonNullable<ConstructorOptions['clock']>;

/**
 * Never set back, which the machine's clock is when it was ahead: pg-boss measures its pauses by it, and would wait until the old
 * time has come again. But set forward with it: the process's own time stands still while the machine sleeps, and pg-boss would
 * look at no more of its schedules than was due before. Where forward was wrong it stays ahead, and pg-boss asks the database by
 * how much.
 */
export const steadyClock = (): SteadyClock => {
  let slept = 0;
  return {
    now: () => {
      const awake = performance.timeOrigin + performance.now();
      slept = Math.max(slept, Date.now() - awake);
      return awake + slept;
    },
    setTimeout: (work, milliseconds) => setTimeout(work, milliseconds),
    clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
    setInterval: (work, milliseconds) => setInterval(work, milliseconds),
    clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
  };
};
