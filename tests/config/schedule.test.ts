import { expect, test } from 'vitest';

import { repeatedJobs } from '#config/schedule.ts';

test('the sweeps come every minute, the weekly cycle every hour and a minute after it, and what is old is forgotten once a day', () => {
  expect(Object.fromEntries(repeatedJobs.map(({ job, cron }) => [job.name, cron]))).toEqual({
    'sweep-purchases': '* * * * *',
    'sweep-subscriptions': '* * * * *',
    'refresh-week': '0,1 * * * *',
    'forget-old': '30 9 * * *',
  });
});
