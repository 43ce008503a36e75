import { readFileSync, writeFileSync } from 'node:fs';

/** Memory of a process in MiB: now, or the most that it has had. */
export const memoryOf = (pid: number, which: 'VmRSS' | 'VmHWM'): number | undefined => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(new RegExp(`^${which}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1_024;
  } catch {
    return undefined;
  }
};

/** From now on the most is that of what comes. Where the system cannot forget, it stays as it is. */
export const forgetPeak = (pid: number): void => {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Another system, or another user's process.
  }
};
