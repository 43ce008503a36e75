import pg from 'pg';
import { expect, test, vi } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { pgBossJobs } from '#adapters/pg-boss/jobs.ts';
import type { Job, JobName } from '#application/ports/jobs.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { patiently } from './settings.ts';
import { inTransaction } from './transaction.ts';

const MAILS: readonly Job[] = [
  { name: 'deliver-lead', purchaseId: 'p' },
  { name: 'tell-loser', purchaseId: 'p' },
  { name: 'write-to-account', accountId: 'a', about: 'verify-email', letterId: 'l' },
  { name: 'forward-message', messageId: 'm' },
];

const PAYMENTS: readonly Job[] = [
  { name: 'settle-purchase', purchaseId: 'p' },
  { name: 'settle-checkout', checkoutRef: 'c' },
  { name: 'close-checkouts', leadId: 'l' },
  { name: 'settle-subscription', subscriptionId: 's' },
  { name: 'follow-subscription', subscriptionRef: 's' },
];

/** What is run while each job of the other kind, added before, waits for somebody who does not answer. */
const runBeside = async (hanging: readonly Job[], jobs: readonly Job[]): Promise<readonly JobName[]> => {
  const { url, drop } = await freshDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const queue = await pgBossJobs({ ...patiently, jobsAtATime: 1, database: { url }, log: memoryLog() });
  for (const job of [...hanging, ...jobs]) await inTransaction(pool, (sql) => queue.add(job, sql));
  const run: JobName[] = [];
  let answer = (): void => {};
  const silence = new Promise<void>((resolve) => (answer = resolve));
  await queue.jobs.work(async ({ name }) => {
    if (hanging.some((job) => job.name === name)) return silence;
    run.push(name);
  });
  await vi.waitFor(() => expect(run).toHaveLength(jobs.length), { timeout: 5_000 }).catch(() => {});
  answer();
  await queue.jobs.stop();
  await pool.end();
  await drop();
  return run;
};

const namesOf = (jobs: readonly Job[]): readonly JobName[] => jobs.map(({ name }) => name);

test('while no mail server answers, payments go on', async () => {
  expect(await runBeside(MAILS, PAYMENTS)).toEqual(namesOf(PAYMENTS));
});

test('while no payment provider answers, mails go on', async () => {
  expect(await runBeside(PAYMENTS, MAILS)).toEqual(namesOf(MAILS));
});

test('a lead that is paid for is mailed before all that strangers have us write, and what they write themselves comes last', async () => {
  const asked: readonly Job[] = [
    { name: 'forward-message', messageId: 'm' },
    { name: 'write-to-account', accountId: 'a', about: 'verify-email', letterId: 'l' },
    { name: 'tell-loser', purchaseId: 'p' },
    { name: 'deliver-lead', purchaseId: 'p' },
  ];
  expect(await runBeside([], asked)).toEqual(['deliver-lead', 'write-to-account', 'tell-loser', 'forward-message']);
});

test('what strangers write is tried again after minutes, so that what is refused leaves room for what was never tried', async () => {
  const { url, drop } = await freshDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const queue = await pgBossJobs({ ...patiently, database: { url }, log: memoryLog() });
  for (const job of MAILS) await inTransaction(pool, (sql) => queue.add(job, sql));
  await queue.jobs.work(() => Promise.reject(new Error('no')));
  const pauses = async () => {
    const { rows } = await pool.query<{ job: JobName; pause: number }>(
      `select data->>'name' as job, extract(epoch from start_after - now())::float as pause from pgboss.job where state = 'retry'`,
    );
    return new Map(rows.map(({ job, pause }) => [job, pause]));
  };
  await vi.waitFor(async () => expect(await pauses()).toHaveProperty('size', MAILS.length), { timeout: 10_000 });
  const { 'forward-message': message, ...others } = Object.fromEntries(await pauses()) as Record<JobName, number>;
  await queue.jobs.stop();
  await pool.end();
  await drop();
  expect(message).toBeGreaterThan(100);
  expect(Math.max(...Object.values(others))).toBeLessThan(60);
});
