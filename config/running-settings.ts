import * as v from 'valibot';

import { SECOND } from '#domain/instant.ts';
import type { Given } from './choice.ts';
import { wholeNumber, yesOrNo } from './setting-kinds.ts';

/** In milliseconds: the time that every mailer has for one mail; then it gives up. */
export const MAIL_PATIENCE = 45 * SECOND;

/** Longer than a mail may take: a job that is begun again meanwhile would mail a contact twice. */
export const SHORTEST_LEASE_SECONDS = 60;

/** What this process does, how it is watched, and how it ends. */
export const RUNNING_SETTINGS = {
  WEB_ONLY: v.optional(yesOrNo, 'no'),
  WORKER_ONLY: v.optional(yesOrNo, 'no'),
  ANSWERS_FROM_MEMORY: v.optional(yesOrNo, 'yes'),
  STOP_DELAY_SECONDS: v.optional(wholeNumber(0, 300), '0'),
  JOB_LEASE_SECONDS: v.optional(wholeNumber(1, 3_600), String(SHORTEST_LEASE_SECONDS)),
  METRICS_TOKEN: v.optional(
    v.pipe(v.string(), v.regex(/^[!-~]{16,200}$/, 'must be one word of at least 16 characters')),
  ),
};

const ROLES = ['WEB_ONLY', 'WORKER_ONLY'] as const;

/** Tests may have a shorter lease: their mailbox answers at once, and they do not wait a minute for the jobs of a dead process. */
const wrongForJobs = (given: Given): readonly string[] =>
  given['NODE_ENV'] !== 'test' && Number(given['JOB_LEASE_SECONDS']) < SHORTEST_LEASE_SECONDS
    ? [`JOB_LEASE_SECONDS must be at least ${SHORTEST_LEASE_SECONDS}: a mail may take that long`]
    : [];

const isYes = (value: unknown): boolean => v.safeParse(yesOrNo, value).output === true;

const wrongForRole = (given: Given): readonly string[] => {
  const asked = ROLES.filter((name) => isYes(given[name]));
  if (asked.length > 1) return [`${ROLES.join(' and ')} exclude each other: with neither, one process does both`];
  return given['DATABASE_URL'] === undefined
    ? asked.map(
        (name) => `${name} needs DATABASE_URL: an embedded database has one owner, so no other process can join`,
      )
    : [];
};

/** Contradictions in the settings of this process, a line each. */
export const wrongForRunning = (given: Given): readonly string[] => [...wrongForRole(given), ...wrongForJobs(given)];

const ENTRIES = v.object(RUNNING_SETTINGS);

/** These settings as the product takes them; valid once `wrongForRunning` has found nothing. */
export const runningOf = (parsed: v.InferOutput<typeof ENTRIES>) =>
  ({
    /** `web` answers requests, `worker` runs jobs and schedules. */
    role: parsed.WEB_ONLY ? 'web' : parsed.WORKER_ONLY ? 'worker' : 'both',
    /** Whether lists that are the same for everybody are kept as long as no lead has changed. */
    answersFromMemory: parsed.ANSWERS_FROM_MEMORY,
    /** For load balancers: how long requests are still accepted after `/readyz` has reported the stop. */
    stopDelaySeconds: parsed.STOP_DELAY_SECONDS,
    jobLeaseSeconds: parsed.JOB_LEASE_SECONDS,
    metricsToken: parsed.METRICS_TOKEN,
  }) as const;
