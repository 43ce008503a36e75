import { Registry, collectDefaultMetrics } from 'prom-client';

import type { Clock } from '#application/ports/clock.ts';
import type { Log } from '#application/ports/log.ts';
import type { Mailer } from '#application/ports/mailer.ts';
import { countersIn } from './counters.ts';
import { gaugesIn } from './gauges.ts';
import type { Observed } from './gauges.ts';
import { measuredLog } from './measured-log.ts';
import { measuredMailer } from './measured-mailer.ts';
import { requestCounts } from './request-counts.ts';

export type Metrics = {
  readonly measuredLog: (log: Log) => Log;
  readonly measuredMailer: (mailer: Mailer) => Mailer;
  /** Names what is read anew for each scrape. */
  readonly observe: (observed: Observed) => void;
  /** Everything in the format of Prometheus. Answers whatever is down. */
  readonly read: () => Promise<{ readonly contentType: string; readonly text: string }>;
  /** The name of every metric. */
  readonly names: () => readonly string[];
};

/** What this process counts. `patience`: how long a scrape waits for the database, in milliseconds. */
export const prometheusMetrics = ({
  clock,
  patience,
}: {
  readonly clock: Clock;
  readonly patience?: number;
}): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = countersIn(registry);
  const requests = requestCounts(counters);
  const gauges = gaugesIn(registry, clock, patience);
  let observed: Observed | undefined;
  return {
    measuredLog: (log) => measuredLog(log, counters, requests),
    measuredMailer: (mailer) => measuredMailer(mailer, counters),
    observe: (what) => {
      observed = what;
    },
    read: async () => {
      if (observed !== undefined) await gauges.observe(observed);
      requests.settle();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
    names: () => registry.getMetricsAsArray().map(({ name }) => name),
  };
};
