import type { Log, LogFields, Trouble, TroubleLevel } from '#application/ports/log.ts';
import type { Counters } from './counters.ts';
import { JOB_NAMES, PURCHASE_OUTCOMES, SUBSCRIPTION_OUTCOMES } from './known.ts';
import { boundedLabel, knownLabel } from './label.ts';
import type { RequestCounts } from './request-counts.ts';

/** What each event of the log counts. */
const factsFor = (
  counters: Counters,
  requests: RequestCounts,
): Readonly<Record<string, (fields: LogFields) => void>> => {
  const replica = boundedLabel();
  const job = knownLabel(JOB_NAMES);
  const purchase = knownLabel(PURCHASE_OUTCOMES);
  const subscription = knownLabel(SUBSCRIPTION_OUTCOMES);

  const jobEnded = (outcome: string) => (fields: LogFields) => counters.jobs.inc({ job: job(fields.job), outcome });

  return {
    request: requests.add,
    'purchase changed': ({ outcome }) => counters.purchases.inc({ outcome: purchase(outcome) }),
    'subscription changed': ({ outcome }) => counters.subscriptions.inc({ outcome: subscription(outcome) }),
    'job done': jobEnded('done'),
    'job failed': jobEnded('failed'),
    'job keeps failing': jobEnded('kept_failing'),
    'payment provider left alone': () => counters.paymentsPaused.set(1),
    'payment provider is back': () => counters.paymentsPaused.set(0),
    'replica looked at': ({ count, outcome }) =>
      counters.replicas.set({ replica: replica(String(count)) }, outcome === 'fresh' ? 1 : 0),
  };
};

/** The same log, that counts what it is told. Whatever its level: what is not written counts too. */
export const measuredLog = (log: Log, counters: Counters, requests: RequestCounts): Log => {
  const facts = factsFor(counters, requests);
  const count = (what: string, fields: LogFields = {}): void => facts[what]?.(fields);
  const trouble = (level: TroubleLevel, event: Trouble, fields?: LogFields): void => {
    counters.troubles.inc({ level, event });
    count(event, fields);
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
