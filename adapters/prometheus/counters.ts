import { Counter, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

/** In seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What only grows while the process lives. No label holds an id, an address or a contact. */
export const countersIn = (registry: Registry) => {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames: [...labelNames], registers });
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
    purchases: counter('homelead_purchases_total', 'Steps that purchases took, by where they led.', [
      'outcome',
    ] as const),
    subscriptions: counter('homelead_subscriptions_total', 'Steps that subscriptions took, by where they led.', [
      'outcome',
    ] as const),
    mails: counter(
      'homelead_mails_total',
      'Mails that were sent, refused for good, or failed and will be tried again.',
      ['outcome'] as const,
    ),
    jobs: counter('homelead_jobs_total', 'Runs of jobs; kept_failing is a failure after the tenth try and later.', [
      ...(['job', 'outcome'] as const),
    ]),
    troubles: counter('homelead_troubles_total', 'Warnings and errors in the log, by their event.', [
      ...(['level', 'event'] as const),
    ]),
  };
};

export type Counters = ReturnType<typeof countersIn>;
