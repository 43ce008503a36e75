import type { Job, JobName } from '#application/ports/jobs.ts';

type Queue = 'payments' | 'mail';

/**
 * One queue for each outside party that jobs wait for: while the mail server is down, payments go on. Not one for each kind
 * of job: every queue is polled, and on PGlite each poll takes the one connection.
 */
const QUEUE_OF: Readonly<Record<JobName, Queue>> = {
  'settle-purchase': 'payments',
  'settle-checkout': 'payments',
  'close-checkouts': 'payments',
  'sweep-purchases': 'payments',
  'settle-subscription': 'payments',
  'follow-subscription': 'payments',
  'sweep-subscriptions': 'payments',
  // These wait for no outside party, and are short: what takes longer goes on in another job.
  'refresh-week': 'payments',
  'forget-old': 'payments',
  'deliver-lead': 'mail',
  'tell-loser': 'mail',
  'write-to-account': 'mail',
  'forward-message': 'mail',
};

export const QUEUES = [...new Set(Object.values(QUEUE_OF))];

/**
 * Of a queue what has a higher number goes first, however long the rest has waited. What strangers write can be thousands of messages that
 * the mail server refuses again and again: no buyer waits behind them for what he has paid for.
 */
const PRIORITY: Readonly<Partial<Record<JobName, number>>> = { 'deliver-lead': 1, 'forward-message': -1 };

/**
 * Seconds until the second try. A message of the contact form is in no hurry, and what is refused, oldest first, must leave room for
 * those that nobody has tried.
 */
const FIRST_PAUSE: Readonly<Partial<Record<JobName, number>>> = { 'forward-message': 300 };

type Place = { readonly queue: Queue; readonly priority: number; readonly retryDelay: number };

/** Where a job waits, before which others, and for how long if it fails: twice as long each time, up to an hour. */
export const placeOf = ({ name }: Job): Place => ({
  queue: QUEUE_OF[name],
  priority: PRIORITY[name] ?? 0,
  retryDelay: FIRST_PAUSE[name] ?? 1,
});
