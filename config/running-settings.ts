import * as v from 'valibot';

import { wholeNumber, yesOrNo } from './setting-kinds.ts';

/** What this process does, how it is watched, and how it ends. */
export const RUNNING_SETTINGS = {
  WEB_ONLY: v.optional(yesOrNo, 'no'),
  WORKER_ONLY: v.optional(yesOrNo, 'no'),
  ANSWERS_FROM_MEMORY: v.optional(yesOrNo, 'yes'),
  STOP_DELAY_SECONDS: v.optional(wholeNumber(0, 300), '0'),
  METRICS_TOKEN: v.optional(
    v.pipe(v.string(), v.regex(/^[!-~]{16,200}$/, 'must be one word of at least 16 characters')),
  ),
};

const ROLES = ['WEB_ONLY', 'WORKER_ONLY'] as const;

/** What contradicts itself about the part that this process plays, a line each. */
export const wrongForRunning = (given: Readonly<Record<string, unknown>>): readonly string[] => {
  const asked = ROLES.filter((name) => given[name] === 'yes' || given[name] === 'true');
  if (asked.length > 1) return [`${ROLES.join(' and ')} exclude each other: with neither, one process does both`];
  return given['DATABASE_URL'] === undefined
    ? asked.map(
        (name) => `${name} needs DATABASE_URL: an embedded database has one owner, so no other process can join`,
      )
    : [];
};

const ENTRIES = v.object(RUNNING_SETTINGS);

/** The running's part of the settings; whole once `wrongForRunning` has found nothing. */
export const runningOf = (parsed: v.InferOutput<typeof ENTRIES>) =>
  ({
    /** `web` answers requests, `worker` runs jobs and schedules. */
    role: parsed.WEB_ONLY ? 'web' : parsed.WORKER_ONLY ? 'worker' : 'both',
    /** Whether lists that are the same for everybody are kept as long as no lead has changed. */
    answersFromMemory: parsed.ANSWERS_FROM_MEMORY,
    /** For load balancers: how long requests are still taken after `/readyz` has said that they should not be sent. */
    stopDelaySeconds: parsed.STOP_DELAY_SECONDS,
    metricsToken: parsed.METRICS_TOKEN,
  }) as const;
