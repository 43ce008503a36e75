import { setTimeout as wait } from 'node:timers/promises';

import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

import type { Backlog, WaitingJobs } from '#application/ports/backlog.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { HeldPayments, Ledger } from '#application/ports/ledger.ts';
import type { Instant } from '#domain/instant.ts';
import { boundedLabel } from './label.ts';

/** What is read anew for each scrape. */
export type Observed = {
  readonly backlog: Backlog;
  readonly ledger: Pick<Ledger, 'heldPayments'>;
  /** Whether the database answers and is no standby. */
  readonly look: () => Promise<{ readonly database: boolean }>;
  /** Connections to the database; `undefined` where there is no pool of them. */
  readonly pool: () => { readonly inUse: number; readonly idle: number; readonly waiting: number } | undefined;
};

/** A scraper gives up after ten seconds. In milliseconds. */
const PATIENCE = 3_000;

/** Gauges that are set at a scrape; those that cannot be read are left out, and `homelead_database_up` says so. */
export const gaugesIn = (registry: Registry, clock: Clock, patience = PATIENCE) => {
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames: [...labelNames], registers });
  const up = gauge('homelead_database_up', 'Whether the database answered at this scrape, and is no standby.');
  const waiting = gauge('homelead_jobs_waiting', 'Jobs that wait for a try, in all processes.', ['job'] as const);
  const oldest = gauge('homelead_oldest_job_age_seconds', 'Since when the job that waits longest was added.', [
    'job',
  ] as const);
  const held = gauge('homelead_held_payments', 'Purchases whose money is held, neither collected nor released.');
  const longestHeld = gauge('homelead_oldest_held_payment_age_seconds', 'How long the longest of them is held.');
  const connections = gauge('homelead_database_connections', 'Connections of this process to the database.', [
    'state',
  ] as const);
  const queued = gauge('homelead_database_waiting', 'Statements of this process that wait for a connection.');
  const jobLabel = boundedLabel();
  let reading: Promise<readonly [readonly WaitingJobs[], HeldPayments, { readonly database: boolean }]> | undefined;

  const ageOf = (since: Instant): number => Math.max(0, (clock() - since) / 1_000);

  const setPool = ({ pool }: Observed): void => {
    const counts = pool();
    if (counts === undefined) return queued.remove();
    connections.set({ state: 'in_use' }, counts.inUse);
    connections.set({ state: 'idle' }, counts.idle);
    queued.set(counts.waiting);
  };

  const forget = (): void => {
    waiting.reset();
    oldest.reset();
    held.remove();
    longestHeld.remove();
  };

  const setRead = (jobs: readonly WaitingJobs[], money: HeldPayments): void => {
    for (const { job, count, oldestAt } of jobs) {
      waiting.set({ job: jobLabel(job) }, count);
      oldest.set({ job: jobLabel(job) }, ageOf(oldestAt));
    }
    held.set(money.count);
    longestHeld.set(money.oldestAt === undefined ? 0 : ageOf(money.oldestAt));
  };

  return {
    /** Reads everything once. */
    observe: async (observed: Observed): Promise<void> => {
      // Two scrapes at once read once, and a database that hangs is asked once.
      reading ??= Promise.all([observed.backlog.waiting(), observed.ledger.heldPayments(), observed.look()]).finally(
        () => {
          reading = undefined;
        },
      );
      const late = wait(patience, undefined, { ref: false });
      const read = await Promise.race([reading, late]).catch(() => undefined);
      forget();
      setPool(observed);
      const [jobs, money, seen] = read ?? [];
      up.set(seen?.database === true ? 1 : 0);
      if (jobs !== undefined && money !== undefined) setRead(jobs, money);
    },
  };
};
