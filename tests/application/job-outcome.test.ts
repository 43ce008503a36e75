import { describe, expect, it } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { logFailedJob } from '#application/job-outcome.ts';

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
