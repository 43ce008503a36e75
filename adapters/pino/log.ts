import { pino } from 'pino';
import type { DestinationStream } from 'pino';

import type { Log, LogFields } from '#application/ports/log.ts';
import { loggedError } from './logged-error.ts';
import { standardOutput } from './standard-output.ts';

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** By name, so that the compiler complains of one that was added to the port and not here. */
const ALLOWED: Readonly<Record<Exclude<keyof LogFields, 'error'>, true>> = {
  requestId: true,
  method: true,
  route: true,
  status: true,
  milliseconds: true,
  job: true,
  leadId: true,
  purchaseId: true,
  subscriptionId: true,
  userId: true,
  messageId: true,
  providerRef: true,
  outcome: true,
  count: true,
  setting: true,
  migrations: true,
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
  const output = to === undefined ? standardOutput() : undefined;
  const logger = pino(options, to ?? output);
  // What is worth a warning may be the last that a process says.
  const atOnce = (): void => output?.flush();
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
