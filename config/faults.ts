import type { Log } from '#application/ports/log.ts';

/**
 * What nobody has caught leaves the process in a state that nobody knows: it is logged, and the process ends. Whoever watches it
 * starts another one. An output that takes no more is no such fault, and another process would have the same one.
 */
export const endOnFaults = (log: Log): void => {
  const end = (fault: unknown): void => {
    log.error('process fault', { error: fault instanceof Error ? fault : new Error(typeof fault) });
    process.exit(1);
  };
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
};
