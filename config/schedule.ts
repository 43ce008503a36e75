import type { Job } from '#application/ports/jobs.ts';

/** The scheduled jobs, in UTC, once however many processes run. */
export const repeatedJobs: readonly { readonly job: Job; readonly cron: string }[] = [
  { job: { name: 'sweep-purchases' }, cron: '* * * * *' },
  { job: { name: 'sweep-subscriptions' }, cron: '* * * * *' },
  // Monday 15:00 is one of these hours; a minute later, for a clock that counts as right but is some seconds behind. The other hours
  // catch up, and move leads whose checkout has ended meanwhile.
  { job: { name: 'refresh-week' }, cron: '0,1 * * * *' },
  // At night in the shop's own country.
  { job: { name: 'forget-old' }, cron: '30 9 * * *' },
];
