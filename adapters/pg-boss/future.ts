import { setTimeout as wait } from 'node:timers/promises';

import type { PgBoss } from 'pg-boss';

import type { Log } from '#application/ports/log.ts';

/** The queue to which pg-boss sends the ticks of its schedules, one for each minute. */
const TICKS = '__pgboss__send-it';

/**
 * What was written while the database's clock was ahead, by more than a minute. pg-boss would look at no schedule and for no
 * lost job until that time has come again, restarted or not. Jobs are added to be run at once, and one that failed waits at
 * most an hour. The last day's ticks count as missed, so that every schedule is caught up.
 */
const TAKE_BACK = `
  with soon as (select now() + interval '1 minute' as instant),
  passes as (
    update pgboss.version set
      cron_on = case when cron_on > soon.instant then now() - interval '1 day' else cron_on end,
      bam_on = least(bam_on, now()), flow_on = least(flow_on, now()), reindex_on = least(reindex_on, now())
    from soon where greatest(cron_on, bam_on, flow_on, reindex_on) > soon.instant
    returning 1),
  queues as (
    update pgboss.queue set monitor_claim_on = least(monitor_claim_on, now()), maintain_on = least(maintain_on, now())
    from soon where greatest(monitor_claim_on, maintain_on) > soon.instant
    returning 1),
  schedules as (
    update pgboss.schedule set created_on = now() - interval '1 day' from soon where created_on > soon.instant
    returning 1),
  ticks as (
    delete from pgboss.job using soon where name = $2 and singleton_on > soon.instant at time zone 'utc'
    returning 1),
  waiting as (
    update pgboss.job set start_after = now() from soon
    where name = any($1::text[]) and state < 'active' and not blocked
      and start_after > case state when 'created' then soon.instant else soon.instant + interval '1 hour' end
    returning 1),
  running as (
    update pgboss.job set started_on = now() from soon
    where name = any($1::text[]) and state = 'active' and started_on > soon.instant
    returning 1)
  select (select count(*) from passes) + (select count(*) from queues) + (select count(*) from schedules)
       + (select count(*) from ticks) + (select count(*) from waiting) + (select count(*) from running) as count`;

type Settings = {
  readonly boss: PgBoss;
  readonly queues: readonly string[];
  readonly log: Log;
  /** How often it is looked at. */
  readonly seconds: number;
};

/** Takes back what lies in the queue's future: once before it resolves, and then again and again until `stop`. */
export const mindFuture = async ({
  boss,
  queues,
  log,
  seconds,
}: Settings): Promise<{ readonly stop: () => Promise<void> }> => {
  const look = async (): Promise<void> => {
    const { rows } = await boss.getDb().executeSql(TAKE_BACK, [[...queues], TICKS]);
    const count = Number((rows as readonly { readonly count: unknown }[])[0]?.count);
    if (count > 0) log.warn('queue was ahead of the clock', { count });
  };

  const end = new AbortController();
  const lookUntilStopped = async (): Promise<void> => {
    while (!end.signal.aborted) {
      await wait(seconds * 1_000, undefined, { signal: end.signal, ref: false }).catch(() => {});
      // That the database is away is logged by the look for jobs.
      if (!end.signal.aborted) await look().catch(() => {});
    }
  };

  await look();
  const looking = lookUntilStopped();
  return {
    stop: async () => {
      end.abort();
      await looking;
    },
  };
};
