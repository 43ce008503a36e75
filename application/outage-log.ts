import { SECOND } from '#domain/instant.ts';
import type { Stopwatch } from './ports/clock.ts';
import type { Log } from './ports/log.ts';

/** In milliseconds. An outage fails every request, each of which may have a line of its own; the outage itself is logged only this often. */
const LOGGED_EVERY = 10 * SECOND;

/** Warns of an outage when it is met first, and then no more than once in ten seconds, however often it is met. */
export const outageLog = ({ warn }: Pick<Log, 'warn'>, stopwatch: Stopwatch): Log['warn'] => {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return (event, fields) => {
    const now = stopwatch();
    if (now - warnedAt < LOGGED_EVERY) return;
    warnedAt = now;
    warn(event, fields);
  };
};
