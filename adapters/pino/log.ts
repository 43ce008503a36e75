import { pino, stdTimeFunctions } from 'pino';
import type { DestinationStream } from 'pino';

import type { Log, LogFields } from '#application/ports/log.ts';
import { loggedError } from './logged-error.ts';

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

const FIELDS = [
  'requestId',
  'method',
  'route',
  'status',
  'milliseconds',
  'job',
  'leadId',
  'purchaseId',
  'userId',
  'outcome',
  'count',
] as const satisfies readonly (keyof LogFields)[];

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
