import { pino, stdTimeFunctions } from 'pino';
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
const allowed = (fields: LogFields): object => ({
  ...Object.fromEntries(
    FIELDS.filter((field) => ['string', 'number'].includes(typeof fields[field])).map((field) => [
      field,
      fields[field],
    ]),
  ),
  ...(fields.error !== undefined && { error: loggedError(fields.error) }),
});

/** One JSON object per line, with the time in UTC: to the standard output, unless another destination is given. */
export const pinoLog = (level: LogLevel, destination?: DestinationStream): Log => {
  const options = {
    level,
    base: null,
    messageKey: 'event',
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const logger = destination === undefined ? pino(options) : pino(options, destination);
  return {
    info: (event, fields = {}) => logger.info(allowed(fields), event),
    warn: (event, fields = {}) => logger.warn(allowed(fields), event),
    error: (event, fields = {}) => logger.error(allowed(fields), event),
  };
};
