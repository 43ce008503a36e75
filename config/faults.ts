import type { Log } from '#application/ports/log.ts';

/**
 * After an uncaught error the state of the process is unknown: it is logged, and the process ends. Its supervisor starts another one. A
 * closed output is no such error, as another process would have the same one.
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
