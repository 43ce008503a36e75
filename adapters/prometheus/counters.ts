import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

import { KNOWN_SERIES } from './known.ts';

/** In seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What is told while it happens. No label holds an id, an address or a contact. */
export const countersIn = (registry: Registry) => {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames: [...labelNames], registers });
  /** All of them from the start: a first failure is an increase only over a zero. */
  const fromZero = <Label extends string>(
    counted: Counter<Label>,
    series: readonly Readonly<Record<Label, string>>[],
  ) => {
    for (const labels of series) counted.inc(labels, 0);
    return counted;
  };
  const outcomes = (name: string, help: string, what: 'purchases' | 'subscriptions' | 'mails') =>
    fromZero(counter(name, help, ['outcome']), KNOWN_SERIES[what]);
  return {
    requests: counter('homelead_http_requests_total', 'Requests answered, by the class of their status.', [
      ...(['method', 'route', 'status'] as const),
    ]),
    durations: new Histogram({
      name: 'homelead_http_request_duration_seconds',
      help: 'Time until the answer to a request began.',
      labelNames: ['method', 'route'] as const,
      buckets: DURATIONS,
      registers,
    }),
    purchases: outcomes('homelead_purchases_total', 'Steps of purchases, by where they led.', 'purchases'),
    subscriptions: outcomes(
      'homelead_subscriptions_total',
      'Steps of subscriptions, by where they led; a renewal leads to live again.',
      'subscriptions',
    ),
    mails: outcomes(
      'homelead_mails_total',
      'Mails that were sent, refused for good, or failed and will be tried again.',
      'mails',
    ),
    jobs: fromZero(
      counter('homelead_jobs_total', 'Tries of jobs; kept_failing is a failure at the tenth try or later.', [
        ...(['job', 'outcome'] as const),
      ]),
      KNOWN_SERIES.jobs,
    ),
    troubles: fromZero(
      counter('homelead_troubles_total', 'Warnings and errors in the log, by their event.', [
        ...(['level', 'event'] as const),
      ]),
      KNOWN_SERIES.troubles,
    ),
    paymentsPaused: new Gauge({
      name: 'homelead_payments_paused',
      help: 'Whether this process leaves the payment provider alone, because it did not answer.',
      registers,
    }),
    replicas: new Gauge({
      name: 'homelead_replica_fresh',
      help: 'Whether a read replica is near enough to the primary to be read from, by its place in the settings.',
      labelNames: ['replica'] as const,
      registers,
    }),
  };
};

export type Counters = ReturnType<typeof countersIn>;
