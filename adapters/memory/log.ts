import type { Log, LogFields } from '#application/ports/log.ts';

export type LogLine = LogFields & { readonly level: 'info' | 'warn' | 'error'; readonly event: string };

/** Keeps what is logged, oldest first. */
export const memoryLog = (): Log & { readonly lines: readonly LogLine[] } => {
  const lines: LogLine[] = [];
  return {
    lines,
    info: (event, fields) => void lines.push({ ...fields, level: 'info', event }),
    warn: (event, fields) => void lines.push({ ...fields, level: 'warn', event }),
    error: (event, fields) => void lines.push({ ...fields, level: 'error', event }),
  };
};
