import { setTimeout as wait } from 'node:timers/promises';

import type pg from 'pg';

/** A statement waits no longer for a lock, in milliseconds. */
const LONGEST_LOOK = 4_000;

/**
 * How many connections to a database are in use at once while `work` reads leads that nobody can read: as many as there are
 * places in the pools, since each waits on its own. Looks until it finds `wanted`. The queue's own connections do not count, nor do those of short reads.
 */
export const placesInUse = async (pool: pg.Pool, wanted: number, work: () => Promise<unknown>): Promise<number> => {
  const holder = await pool.connect();
  let most = 0;
  let working: Promise<unknown> | undefined;
  try {
    await holder.query('begin');
    await holder.query('lock table lead in access exclusive mode');
    working = work();
    const end = performance.now() + LONGEST_LOOK;
    while (most < wanted && performance.now() < end) {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and application_name not in ('homelead-jobs', 'homelead-pipelines')`,
      );
      most = Math.max(most, rows[0]?.count ?? 0);
      await wait(20);
    }
    await holder.query('rollback');
  } finally {
    holder.release();
    await working;
  }
  return most;
};
