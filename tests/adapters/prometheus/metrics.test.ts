import { describe, expect, it, vi } from 'vitest';

import { memoryClock } from '#adapters/memory/clock.ts';
import { memoryLog } from '#adapters/memory/log.ts';
import type { Counters } from '#adapters/prometheus/counters.ts';
import { prometheusMetrics } from '#adapters/prometheus/metrics.ts';
import { requestCounts } from '#adapters/prometheus/request-counts.ts';
import type { JobName } from '#application/ports/jobs.ts';
import { TROUBLES } from '#application/ports/log.ts';
import { MailRefused, MailerUnavailable } from '#application/ports/mailer.ts';
import type { Mail } from '#application/ports/mailer.ts';
import { HOUR } from '#domain/instant.ts';
import { linesOf, sampleOf } from './scrape.ts';

const NOW = Date.UTC(2026, 10, 18, 12);

const metricsAt = (patience = 5_000) => {
  const clock = memoryClock(NOW);
  const metrics = prometheusMetrics({ clock, patience });
  const lines = memoryLog();
  return { clock, lines, metrics, log: metrics.measuredLog(lines) };
};

/** Whether a line tells of something that has happened. */
const isCounted = (line: string): boolean => !line.endsWith(' 0');

const WELL: Parameters<ReturnType<typeof metricsAt>['metrics']['observe']>[0] = {
  backlog: { waiting: async () => [{ job: 'deliver-lead', count: 2, oldestAt: NOW - HOUR }] },
  ledger: { heldPayments: async () => ({ count: 3, oldestAt: NOW - 2 * HOUR }) },
  look: async () => ({ database: true }),
  pool: () => ({ inUse: 4, idle: 5, waiting: 6 }),
};

describe('what is logged', () => {
  it('is written as it was told, and counted', async () => {
    const { log, lines, metrics } = metricsAt();
    log.info('request', { method: 'GET', route: '/api/x', status: 204, milliseconds: 30 });
    log.warn('job failed', { job: 'deliver-lead' });
    log.error('job keeps failing', { job: 'deliver-lead' });
    log.info('job done', { job: 'deliver-lead' });
    expect(lines.lines).toEqual([
      { level: 'info', event: 'request', method: 'GET', route: '/api/x', status: 204, milliseconds: 30 },
      { level: 'warn', event: 'job failed', job: 'deliver-lead' },
      { level: 'error', event: 'job keeps failing', job: 'deliver-lead' },
      { level: 'info', event: 'job done', job: 'deliver-lead' },
    ]);
    expect(await linesOf(metrics, 'homelead_http_requests_total')).toEqual([
      'homelead_http_requests_total{method="GET",route="/api/x",status="2xx"} 1',
    ]);
    expect(await linesOf(metrics, 'homelead_http_request_duration_seconds_bucket')).toContain(
      'homelead_http_request_duration_seconds_bucket{le="0.05",method="GET",route="/api/x"} 1',
    );
    expect((await linesOf(metrics, 'homelead_jobs_total')).filter(isCounted)).toEqual([
      'homelead_jobs_total{job="deliver-lead",outcome="done"} 1',
      'homelead_jobs_total{job="deliver-lead",outcome="failed"} 1',
      'homelead_jobs_total{job="deliver-lead",outcome="kept_failing"} 1',
    ]);
    expect((await linesOf(metrics, 'homelead_troubles_total')).filter(isCounted)).toEqual([
      'homelead_troubles_total{level="error",event="job keeps failing"} 1',
      'homelead_troubles_total{level="warn",event="job failed"} 1',
    ]);
  });

  it('is written also where it counts nothing but itself, or nothing at all', () => {
    const { log, lines } = metricsAt();
    log.info('lead delivered');
    log.warn('input reached the store');
    log.error('clock is wrong');
    expect(lines.lines.map(({ event }) => event)).toEqual([
      'lead delivered',
      'input reached the store',
      'clock is wrong',
    ]);
  });

  it('is counted of each route and each method by its name, up to a hundred routes', async () => {
    const { log, metrics } = metricsAt();
    const routes = Array.from({ length: 101 }, (_, each) => `/route/${each}`);
    for (const route of routes) log.info('request', { method: 'GET', route, status: 200, milliseconds: 1 });
    const methods = ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
    for (const method of methods) log.info('request', { method, route: '/route/0', status: 200, milliseconds: 1 });
    const counted = await linesOf(metrics, 'homelead_http_requests_total');
    const named = [...routes.slice(0, 100), 'other'].map((route) => `method="GET",route="${route}"`);
    const others = methods.map((method) => `method="${method}",route="/route/0"`);
    expect(counted).toEqual([...named, ...others].map((of) => `homelead_http_requests_total{${of},status="2xx"} 1`));
  });

  it('is counted by itself of requests, where nobody ever scrapes: they do not pile up', () => {
    const counted = vi.fn<() => void>();
    const { add } = requestCounts({
      requests: { inc: counted },
      durations: { observe: () => {} },
    } as unknown as Counters);
    for (let each = 0; each < 1_000; each += 1) add({ method: 'GET', route: '/', status: 200, milliseconds: 1 });
    expect(counted.mock.calls.length).toBeGreaterThan(500);
  });

  it('has every outcome that there is from the start, so that the first of them is an increase', async () => {
    const { metrics } = metricsAt();
    const known = {
      purchases: 'won settled lost lost-released lost-refunded abandoned lapsed refunded',
      subscriptions: 'live overdue unwanted ended abandoned',
      mails: 'sent refused failed',
    };
    for (const [what, outcomes] of Object.entries(known))
      expect(await linesOf(metrics, `homelead_${what}_total`)).toEqual(
        outcomes.split(' ').map((outcome) => `homelead_${what}_total{outcome="${outcome}"} 0`),
      );
    for (const outcome of ['done', 'failed', 'kept_failing'])
      expect(await linesOf(metrics, 'homelead_jobs_total')).toContain(
        `homelead_jobs_total{job="forward-message",outcome="${outcome}"} 0`,
      );
  });

  it('has every warning and every error that there is from the start, and no other, so that the first of them is an increase', async () => {
    const { metrics } = metricsAt();
    const all = Object.entries(TROUBLES).flatMap(([level, events]) =>
      events.map((event) => `homelead_troubles_total{level="${level}",event="${event}"} 0`),
    );
    expect(await linesOf(metrics, 'homelead_troubles_total')).toEqual(all);
  });

  it('shows whether the payment provider is left alone, and which replicas are fresh', async () => {
    const { log, metrics } = metricsAt();
    expect(await sampleOf(metrics, 'homelead_payments_paused')).toBe(0);
    log.warn('payment provider left alone');
    expect(await sampleOf(metrics, 'homelead_payments_paused')).toBe(1);
    log.warn('payment provider is back');
    expect(await sampleOf(metrics, 'homelead_payments_paused')).toBe(0);
    log.info('replica looked at', { outcome: 'fresh', count: 1 });
    log.warn('replica looked at', { outcome: 'stale', count: 2 });
    expect(await linesOf(metrics, 'homelead_replica_fresh')).toEqual([
      'homelead_replica_fresh{replica="1"} 1',
      'homelead_replica_fresh{replica="2"} 0',
    ]);
  });

  it('never grows the number of series past a bound, whatever is told', async () => {
    const { log, metrics } = metricsAt();
    for (let each = 0; each < 5_000; each += 1) {
      log.info('request', { method: `M${each}`, route: `/made/up/${each}`, status: each, milliseconds: 1 });
      log.info('purchase changed', { outcome: `outcome ${each}` });
      log.info('subscription changed', { outcome: `outcome ${each}` });
      log.info('job done', { job: `job ${each}` });
      log.info('replica looked at', { outcome: 'fresh', count: each });
    }
    const ofALaterVersion = Array.from({ length: 5_000 }, (_, each) => `job ${each}` as JobName);
    const waiting = async () => ofALaterVersion.map((job) => ({ job, count: 1, oldestAt: NOW }));
    metrics.observe({ ...WELL, backlog: { waiting } });
    const { text } = await metrics.read();
    expect(text.split('\n').length).toBeLessThan(4_000);
    expect(await linesOf(metrics, 'homelead_purchases_total')).toContain(
      'homelead_purchases_total{outcome="other"} 5000',
    );
    const statuses = new Set([...text.matchAll(/status="([^"]*)"/g)].map(([, status]) => status));
    expect(statuses).toEqual(new Set(['1xx', '2xx', '3xx', '4xx', '5xx', 'other']));
    expect(text).toMatch(/^homelead_http_request_duration_seconds_count\{method="other",route="other"\} \d+$/m);
  });

  it('is never shown with an id or a contact', async () => {
    const { log, metrics } = metricsAt();
    const canary = 'canary@example.com';
    const ids = { requestId: canary, leadId: canary, purchaseId: canary, subscriptionId: canary, userId: canary };
    for (const event of ['request', 'purchase changed', 'subscription changed', 'job done', 'replica looked at'])
      log.info(event, { ...ids, outcome: canary, status: 200, count: 1, error: new Error(canary) });
    expect((await metrics.read()).text).not.toContain('canary');
  });
});

describe('a mail', () => {
  it.each<[string, Error | undefined]>([
    ['sent', undefined],
    ['refused', new MailRefused('no such mailbox')],
    ['failed', new MailerUnavailable('away')],
    ['failed', new TypeError('a mistake')],
  ])('that was %s is counted so', async (outcome, error) => {
    const { metrics } = metricsAt();
    const mailer = metrics.measuredMailer({ send: () => (error ? Promise.reject(error) : Promise.resolve()) });
    expect(await mailer.send({} as Mail).catch((thrown: unknown) => thrown)).toBe(error);
    const counted = (await linesOf(metrics, 'homelead_mails_total')).filter(isCounted);
    expect(counted).toEqual([`homelead_mails_total{outcome="${outcome}"} 1`]);
  });
});

describe('a scrape', () => {
  it('reads the queue, the money that is held and the pool', async () => {
    const { metrics } = metricsAt();
    metrics.observe(WELL);
    expect(await linesOf(metrics, 'homelead_jobs_waiting')).toEqual(['homelead_jobs_waiting{job="deliver-lead"} 2']);
    expect(await linesOf(metrics, 'homelead_oldest_job_age_seconds')).toEqual([
      'homelead_oldest_job_age_seconds{job="deliver-lead"} 3600',
    ]);
    expect(await sampleOf(metrics, 'homelead_held_payments')).toBe(3);
    expect(await sampleOf(metrics, 'homelead_oldest_held_payment_age_seconds')).toBe(7_200);
    expect(await linesOf(metrics, 'homelead_database_connections')).toEqual([
      'homelead_database_connections{state="in_use"} 4',
      'homelead_database_connections{state="idle"} 5',
    ]);
    expect(await sampleOf(metrics, 'homelead_database_waiting')).toBe(6);
    expect(await sampleOf(metrics, 'homelead_database_up')).toBe(1);
  });

  it('says 0 where no money is held, and of a job that a clock ahead of ours has added', async () => {
    const { metrics } = metricsAt();
    metrics.observe({
      ...WELL,
      backlog: { waiting: async () => [{ job: 'deliver-lead', count: 1, oldestAt: NOW + HOUR }] },
      ledger: { heldPayments: async () => ({ count: 0, oldestAt: undefined }) },
    });
    expect(await sampleOf(metrics, 'homelead_oldest_job_age_seconds')).toBe(0);
    expect(await sampleOf(metrics, 'homelead_held_payments')).toBe(0);
    expect(await sampleOf(metrics, 'homelead_oldest_held_payment_age_seconds')).toBe(0);
  });

  it('forgets jobs that no longer wait', async () => {
    const { metrics } = metricsAt();
    metrics.observe(WELL);
    await metrics.read();
    metrics.observe({ ...WELL, backlog: { waiting: async () => [] } });
    expect(await linesOf(metrics, 'homelead_jobs_waiting')).toEqual([]);
    expect(await linesOf(metrics, 'homelead_oldest_job_age_seconds')).toEqual([]);
  });

  it.each<[string, () => Promise<never>]>([
    ['fails', () => Promise.reject(new Error('away'))],
    ['hangs', () => new Promise(() => {})],
  ])('answers where the database %s, without what it does not know', async (_how, waiting) => {
    const { log, metrics } = metricsAt(30);
    metrics.observe(WELL);
    await metrics.read();
    metrics.observe({ ...WELL, backlog: { waiting } });
    log.info('request', { method: 'GET', route: '/', status: 503, milliseconds: 1 });
    const { text } = await metrics.read();
    expect(text).toContain('homelead_database_up 0');
    expect(text).toContain('status="5xx"} 1');
    expect(text).not.toMatch(/^homelead_(?:jobs_waiting|oldest|held)/m);
    expect(text).toContain('homelead_database_waiting 6');
  });

  it('asks a database that hangs once, and again when it has answered', async () => {
    const { metrics } = metricsAt(10);
    const answers: ((jobs: readonly []) => void)[] = [];
    const waiting = () => new Promise<readonly []>((resolve) => void answers.push(resolve));
    metrics.observe({ ...WELL, backlog: { waiting } });
    await Promise.all([metrics.read(), metrics.read()]);
    await metrics.read();
    expect(answers).toHaveLength(1);
    answers[0]?.([]);
    await metrics.read();
    await metrics.read();
    expect(answers).toHaveLength(2);
  });

  it('tells of a database that answers and takes no changes', async () => {
    const { metrics } = metricsAt();
    metrics.observe({ ...WELL, look: async () => ({ database: false }) });
    expect(await sampleOf(metrics, 'homelead_database_up')).toBe(0);
    expect(await sampleOf(metrics, 'homelead_held_payments')).toBe(3);
  });

  it('has no pool to show for an embedded database', async () => {
    const { metrics } = metricsAt();
    metrics.observe({ ...WELL, pool: () => undefined });
    expect(await linesOf(metrics, 'homelead_database_')).toEqual(['homelead_database_up 1']);
  });

  it('tells of the process itself, in the format by whose name Prometheus reads it', async () => {
    const { contentType, text } = await metricsAt().metrics.read();
    expect(contentType).toMatch(/^text\/plain; version=0\.0\.4(?:;|$)/);
    for (const name of ['nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes', 'process_cpu_seconds_total'])
      expect(text).toMatch(new RegExp(`^${name} `, 'm'));
  });
});
