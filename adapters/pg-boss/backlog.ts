import type { PgBoss } from 'pg-boss';

import type { Backlog, WaitingJobs } from '#application/ports/backlog.ts';

/** The states before `active` are `created` and `retry`. */
const WAITING = `
  select data->>'name' as job, count(*)::int as count, (extract(epoch from min(created_on)) * 1000)::float8 as "oldestAt"
  from pgboss.job where name = any($1::text[]) and state < 'active' and not blocked group by 1`;

export const backlogOf = (boss: PgBoss, queues: readonly string[]): Backlog => ({
  waiting: async () => {
    const { rows } = await boss.getDb().executeSql(WAITING, [[...queues]]);
    return rows as readonly WaitingJobs[];
  },
});
