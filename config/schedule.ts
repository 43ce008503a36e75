import type { Job } from '#application/ports/jobs.ts';

/** What happens by the clock, in UTC, once however many processes run. */
export const repeatedJobs: readonly { readonly job: Job; readonly cron: string }[] = [
  { job: { name: 'sweep-purchases' }, cron: '* * * * *' },
  { job: { name: 'sweep-subscriptions' }, cron: '* * * * *' },
];
