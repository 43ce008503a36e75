import type { Job } from './ports/jobs.ts';
import type { Log, LogFields } from './ports/log.ts';

/** From this try on, a failing job needs a person. */
const TRIES_BEFORE_ALERT = 10;

/** The fields of a job that may be logged. */
export const loggedJob = (job: Job): LogFields => ({
  job: job.name,
  ...('purchaseId' in job && { purchaseId: job.purchaseId }),
  ...('subscriptionId' in job && { subscriptionId: job.subscriptionId }),
  ...('leadId' in job && { leadId: job.leadId }),
  ...('accountId' in job && { userId: job.accountId }),
});

/** Logs that a job has failed, `tries` times by now. It will be tried again. */
export const logFailedJob = (log: Log, job: Job, tries: number, error: unknown): void => {
  const fields: LogFields = { ...loggedJob(job), count: tries, ...(error instanceof Error && { error }) };
  if (tries < TRIES_BEFORE_ALERT) log.warn('job failed', fields);
  else log.error('job keeps failing', fields);
};

/** Logs that a job has ended well, after so many milliseconds. */
export const logDoneJob = (log: Log, job: Job, milliseconds: number): void =>
  log.info('job done', { ...loggedJob(job), milliseconds: Math.round(milliseconds) });
