import type { Job } from '#application/ports/jobs.ts';

/** What happens by the clock, in UTC, once however many processes run. */
export const repeatedJobs: readonly { readonly job: Job; readonly cron: string }[] = [
  { job: { name: 'sweep-purchases' }, cron: '* * * * *' },
  { job: { name: 'sweep-subscriptions' }, cron: '* * * * *' },
  // Monday 15:00 is one of them, and a minute later where a clock that counts as right is some seconds behind. The others catch up, and
  // move leads whose checkout has ended meanwhile.
  { job: { name: 'refresh-week' }, cron: '0,1 * * * *' },
  // The small hours of the shop's own country.
  { job: { name: 'forget-old' }, cron: '30 9 * * *' },
];
