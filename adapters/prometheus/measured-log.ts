import type { Log, LogFields } from '#application/ports/log.ts';
import type { Counters } from './counters.ts';
import { boundedLabel, knownLabel } from './label.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const OUTCOMES = ['open', 'won', 'settled', 'refunding', 'refunded', 'lost', 'abandoned', 'lapsed'];
const PURCHASES = [...OUTCOMES, 'lost-released', 'lost-refunded'];
const SUBSCRIPTIONS = ['open', 'abandoned', 'live', 'overdue', 'unwanted', 'ended'];

const classOf = (status = 0): string => (status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : 'other');

/** The same log, that counts what it is told. Whatever its level: what is not written counts too. */
export const measuredLog = (log: Log, counters: Counters): Log => {
  const [route, job, event] = [boundedLabel(), boundedLabel(), boundedLabel()];
  const method = knownLabel(METHODS);
  const purchase = knownLabel(PURCHASES);
  const subscription = knownLabel(SUBSCRIPTIONS);

  const jobEnded = (outcome: 'done' | 'failed' | 'kept_failing') => (fields: LogFields) =>
    counters.jobs.inc({ job: job(fields.job), outcome });

  const facts: Readonly<Record<string, (fields: LogFields) => void>> = {
    request: (fields) => {
      const labels = { method: method(fields.method), route: route(fields.route) };
      counters.requests.inc({ ...labels, status: classOf(fields.status) });
      counters.durations.observe(labels, (fields.milliseconds ?? 0) / 1_000);
    },
    'purchase changed': ({ outcome }) => counters.purchases.inc({ outcome: purchase(outcome) }),
    'subscription changed': ({ outcome }) => counters.subscriptions.inc({ outcome: subscription(outcome) }),
    'job done': jobEnded('done'),
    'job failed': jobEnded('failed'),
    'job keeps failing': jobEnded('kept_failing'),
  };

  const count = (what: string, fields: LogFields = {}): void => facts[what]?.(fields);
  const trouble = (level: 'warn' | 'error', what: string, fields?: LogFields): void => {
    counters.troubles.inc({ level, event: event(what) });
    count(what, fields);
  };
  return {
    info: (what, fields) => {
      count(what, fields);
      log.info(what, fields);
    },
    warn: (what, fields) => {
      trouble('warn', what, fields);
      log.warn(what, fields);
    },
    error: (what, fields) => {
      trouble('error', what, fields);
      log.error(what, fields);
    },
  };
};
