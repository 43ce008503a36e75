import { describe, expect, it } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { logDoneJob, logFailedJob } from '#application/job-outcome.ts';

describe('a job that failed', () => {
  it('is a warning nine times, and from the tenth on asks for a person', () => {
    const log = memoryLog();
    for (const tries of [1, 9, 10, 11]) logFailedJob(log, { name: 'deliver-lead', purchaseId: 'p1' }, tries, undefined);
    expect(log.lines).toEqual([
      { level: 'warn', event: 'job failed', job: 'deliver-lead', purchaseId: 'p1', count: 1 },
      { level: 'warn', event: 'job failed', job: 'deliver-lead', purchaseId: 'p1', count: 9 },
      { level: 'error', event: 'job keeps failing', job: 'deliver-lead', purchaseId: 'p1', count: 10 },
      { level: 'error', event: 'job keeps failing', job: 'deliver-lead', purchaseId: 'p1', count: 11 },
    ]);
  });

  it('is logged with its ids and the error, and never with the reference of a checkout', () => {
    const log = memoryLog();
    const error = new Error('away');
    logFailedJob(log, { name: 'close-checkouts', leadId: 'l1' }, 1, error);
    logFailedJob(log, { name: 'settle-checkout', checkoutRef: 'cs_1' }, 1, 'no error');
    expect(log.lines).toEqual([
      { level: 'warn', event: 'job failed', job: 'close-checkouts', leadId: 'l1', count: 1, error },
      { level: 'warn', event: 'job failed', job: 'settle-checkout', count: 1 },
    ]);
  });
});

it('a job that is done is logged with its ids too, and with how long it took', () => {
  const log = memoryLog();
  logDoneJob(log, { name: 'settle-subscription', subscriptionId: 's1' }, 12.4);
  logDoneJob(log, { name: 'write-to-account', accountId: 'a1', about: 'reset-password', letterId: 'l1' }, 0.2);
  expect(log.lines).toEqual([
    { level: 'info', event: 'job done', job: 'settle-subscription', subscriptionId: 's1', milliseconds: 12 },
    { level: 'info', event: 'job done', job: 'write-to-account', userId: 'a1', milliseconds: 0 },
  ]);
});
