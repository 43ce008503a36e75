import { expect, test, vi } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { pgBossJobs } from '#adapters/pg-boss/jobs.ts';
import type { TransactionSql } from '#adapters/pg-boss/jobs.ts';
import { REPEATED_RETRIES } from '#adapters/pg-boss/options.ts';
import type { Job } from '#application/ports/jobs.ts';
import { freshPglite } from '#tests/support/pglite.ts';
import { patiently } from './settings.ts';

test('a job of the schedule that fails again and again is not kept beside its successors, and one that was added is tried for ever', async () => {
  const pglite = await freshPglite();
  const sql: TransactionSql = (text, parameters) => pglite.query(text, [...parameters]);
  const { jobs, add } = await pgBossJobs({ ...patiently, database: { pglite }, log: memoryLog() });
  const eventually = (check: () => Promise<void>): Promise<void> =>
    vi.waitFor(check, { timeout: 20_000, interval: 50 });
  const states = async () => {
    const { rows } = await sql(
      `select data->>'name' as name, state from pgboss.job where name = 'payments' order by 1, 2`,
      [],
    );
    return (rows as readonly { readonly name: string; readonly state: string }[]).map(({ name, state }) => [
      name,
      state,
    ]);
  };
  const settle: Job = { name: 'settle-purchase', purchaseId: 'p-1' };

  await add(settle, sql);
  await jobs.repeat({ name: 'sweep-purchases' }, '* * * * *');
  await eventually(async () => expect(await states()).toContainEqual(['sweep-purchases', 'created']));
  // Each was tried as often as one of the schedule may be.
  await sql(`update pgboss.job set state = 'retry', retry_count = $1 where name = 'payments'`, [REPEATED_RETRIES]);
  const tried: string[] = [];
  await jobs.work(({ name }) => {
    tried.push(name);
    return Promise.reject(new Error('nobody can do this'));
  });
  await eventually(async () => {
    expect(tried).toEqual(expect.arrayContaining(['sweep-purchases', 'settle-purchase']));
    const now = await states();
    expect(now).toContainEqual(['sweep-purchases', 'failed']);
    expect(now).toContainEqual(['settle-purchase', 'retry']);
  });
  await jobs.stop();
  await pglite.close();
});
