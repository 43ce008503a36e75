import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { openPglite, openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { pgBossJobs } from '#adapters/pg-boss/jobs.ts';
import type { PgBossJobs } from '#adapters/pg-boss/jobs.ts';
import type { Atomically } from '#application/ports/atomically.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { patiently } from './settings.ts';

type Opened = { readonly database: Database; readonly drop: () => Promise<void> };

describe.for<[string, () => Promise<Opened>]>([
  ['PGlite', async () => ({ database: await openPglite({ folder: undefined }), drop: async () => {} })],
  [
    'PostgreSQL',
    async () => {
      const { url, drop } = await freshDatabase();
      return { database: await openPostgres({ url }), drop };
    },
  ],
])('jobs in a transaction of the store on %s', ([, open]) => {
  let opened: Opened;
  let queue: PgBossJobs;
  let atomically: Atomically;
  const seen: string[] = [];

  beforeAll(async () => {
    opened = await open();
    const { database } = opened;
    await migrate(database);
    queue = await pgBossJobs({
      ...patiently,
      database: database.kind === 'pglite' ? { pglite: database.native } : { url: database.url },
      log: memoryLog(),
    });
    atomically = databaseStore(database, { addJob: queue.add });
    await queue.jobs.work(async (job) => {
      if (job.name !== 'settle-checkout') return;
      seen.push(job.checkoutRef);
      // A job changes the store in its turn.
      await atomically(({ notifications }) => notifications.remember({ id: `job ${job.checkoutRef}`, receivedAt: 1 }));
    });
  });

  afterAll(async () => {
    await queue.jobs.stop();
    await opened.database.close();
    await opened.drop();
  });

  const receive = (id: string): Promise<boolean> =>
    atomically(async ({ notifications, jobs }) => {
      await jobs.add({ name: 'settle-checkout', checkoutRef: id });
      if (!(await notifications.remember({ id, receivedAt: 1 }))) throw new Error('seen before');
      return true;
    });

  test('are run when it commits, and never when it does not', async () => {
    expect(await receive('n-1')).toBe(true);
    await expect(receive('n-1')).rejects.toThrow('seen before');
    await receive('n-2');
    await vi.waitFor(() => expect(seen.toSorted()).toEqual(['n-1', 'n-2']), { timeout: 20_000 });
  });

  test('are each run once while many transactions and jobs use the database at once', async () => {
    seen.splice(0);
    const ids = Array.from({ length: 60 }, (_, count) => `many-${count}`);
    const outcomes = await Promise.allSettled([...ids, ...ids].map(receive));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
    await vi.waitFor(() => expect(seen.toSorted()).toEqual(ids.toSorted()), { timeout: 20_000 });
  });
});
