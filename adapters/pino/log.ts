import { destination, pino } from 'pino';
import type { DestinationStream } from 'pino';

import type { Log, LogFields } from '#application/ports/log.ts';
import { loggedError } from './logged-error.ts';

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** By name, so that the compiler misses the one that was added to the port and not here. */
const ALLOWED: Readonly<Record<Exclude<keyof LogFields, 'error'>, true>> = {
  ...{ requestId: true, method: true, route: true, status: true, milliseconds: true, job: true, leadId: true },
  ...{ purchaseId: true, subscriptionId: true, userId: true, outcome: true, count: true },
};

const FIELDS = Object.keys(ALLOWED) as readonly (keyof typeof ALLOWED)[];

// A value with more fields than its type says passes the compiler, so the list is kept here once more.
const allowed = (fields: LogFields): object => {
  const kept: Record<string, unknown> = {};
  for (const field of FIELDS) {
    const value = fields[field];
    if (typeof value === 'string' || typeof value === 'number') kept[field] = value;
  }
  if (fields.error !== undefined) kept['error'] = loggedError(fields.error);
  return kept;
};

/** Lines of requests are written some dozens at a time, at the latest after so many milliseconds: each alone costs more than its answer. */
const TOGETHER = { length: 4_096, milliseconds: 100 };

type Output = DestinationStream & { readonly flush: () => void };

/** Holds lines back for a moment, so that one write is for many. */
const together = (output: DestinationStream): Output => {
  let held = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const lines = held;
    held = '';
    if (lines !== '') output.write(lines);
  };
  return {
    write: (line) => {
      held += line;
      if (held.length >= TOGETHER.length) flush();
      else timer ??= setTimeout(flush, TOGETHER.milliseconds).unref();
    },
    flush,
  };
};

/** So many bytes wait for an output that takes none for a while; what comes beyond is lost, lest it fill the memory. */
const MOST_WAITING = 1_048_576;

let output: Output | undefined;

/** The one standard output of the process. What it still holds is written when the process ends. */
const standardOutput = (): Output => {
  if (output !== undefined) return output;
  const stream = destination({ dest: 1, sync: true, maxLength: MOST_WAITING });
  // A full disk or a reader that has ended costs lines, not the process: nowhere is left to tell it.
  stream.on('error', () => {});
  const opened = together(stream);
  process.on('exit', opened.flush);
  output = opened;
  return opened;
};

/** The time of a line. Those of one millisecond share it. */
const timeOfLine = (): (() => string) => {
  let [at, text] = [Number.NaN, ''];
  return () => {
    const now = Date.now();
    if (now !== at) [at, text] = [now, `,"time":"${new Date(now).toISOString()}"`];
    return text;
  };
};

/** One JSON object per line, with the time in UTC: to the standard output, unless another destination is given. */
export const pinoLog = (level: LogLevel, to?: DestinationStream): Log => {
  const options = {
    level,
    base: null,
    messageKey: 'event',
    timestamp: timeOfLine(),
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const stream = to ?? standardOutput();
  const logger = pino(options, stream);
  // What is worth a warning may be the last that a process says.
  const atOnce = (): void => {
    if (stream === output) output.flush();
  };
  return {
    info: (event, fields = {}) => {
      if (logger.isLevelEnabled('info')) logger.info(allowed(fields), event);
    },
    warn: (event, fields = {}) => {
      logger.warn(allowed(fields), event);
      atOnce();
    },
    error: (event, fields = {}) => {
      logger.error(allowed(fields), event);
      atOnce();
    },
  };
};
