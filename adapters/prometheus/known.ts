import type { JobName } from '#application/ports/jobs.ts';
import { TROUBLES } from '#application/ports/log.ts';
import type { TroubleLevel } from '#application/ports/log.ts';
import type { PurchaseOutcome } from '#application/purchase-transaction.ts';
import type { SubscriptionOutcome } from '#application/subscription-transaction.ts';

/** By name, so that the compiler complains of one that is added there and not here. Of what is only on its way nothing has become yet. */
const OF_PURCHASES: Readonly<Record<Exclude<PurchaseOutcome, 'open' | 'refunding'>, true>> = {
  won: true,
  settled: true,
  lost: true,
  'lost-released': true,
  'lost-refunded': true,
  abandoned: true,
  lapsed: true,
  refunded: true,
};
export const PURCHASE_OUTCOMES = Object.keys(OF_PURCHASES);

const OF_SUBSCRIPTIONS: Readonly<Record<Exclude<SubscriptionOutcome, 'open'>, true>> = {
  live: true,
  overdue: true,
  unwanted: true,
  ended: true,
  abandoned: true,
};
export const SUBSCRIPTION_OUTCOMES = Object.keys(OF_SUBSCRIPTIONS);

const MAIL_OUTCOMES = ['sent', 'refused', 'failed'];
const JOB_OUTCOMES = ['done', 'failed', 'kept_failing'];

/** By name for the same reason. */
const JOBS: Readonly<Record<JobName, true>> = {
  'settle-purchase': true,
  'settle-checkout': true,
  'close-checkouts': true,
  'deliver-lead': true,
  'tell-loser': true,
  'sweep-purchases': true,
  'settle-subscription': true,
  'follow-subscription': true,
  'sweep-subscriptions': true,
  'refresh-week': true,
  'forget-old': true,
  'write-to-account': true,
  'forward-message': true,
};
export const JOB_NAMES = Object.keys(JOBS);

const LEVELS: readonly TroubleLevel[] = ['error', 'warn'];

const outcomes = (known: readonly string[]) => known.map((outcome) => ({ outcome }));

/** The labels of every series that there can be, by what is counted. */
export const KNOWN_SERIES = {
  purchases: outcomes(PURCHASE_OUTCOMES),
  subscriptions: outcomes(SUBSCRIPTION_OUTCOMES),
  mails: outcomes(MAIL_OUTCOMES),
  jobs: JOB_NAMES.flatMap((job) => JOB_OUTCOMES.map((outcome) => ({ job, outcome }))),
  troubles: LEVELS.flatMap((level) => TROUBLES[level].map((event) => ({ level, event }))),
};
