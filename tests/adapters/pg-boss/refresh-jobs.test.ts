import { expect, test, vi } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { pgBossJobs } from '#adapters/pg-boss/jobs.ts';
import type { Atomically } from '#application/ports/atomically.ts';
import { refreshWeek } from '#application/refresh-week.ts';
import { DAY, WEEK } from '#domain/instant.ts';
import { systemStopwatch } from '#adapters/system/clock.ts';
import { systemSecrets } from '#adapters/system/secrets.ts';
import { NOW, someLead } from '#tests/contracts/store-samples.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { patiently } from './settings.ts';

const LEADS = 1_450;

test('two processes whose jobs each move a part take all leads to the vault once, never two of them at a time', async () => {
  const { url, drop } = await freshDatabase();
  let atWork = 0;
  let mostAtWork = 0;
  const parts: number[] = [];

  /** Notes who has the turn, from when it is given until all is done but the commit. */
  const watched =
    (atomically: Atomically): Atomically =>
    (work) =>
      atomically(async (repositories) => {
        let isMine = false;
        const tryRefreshLock = async (): Promise<boolean> => {
          isMine = await repositories.leads.tryRefreshLock();
          if (isMine) atWork += 1;
          mostAtWork = Math.max(mostAtWork, atWork);
          return isMine;
        };
        try {
          return await work({ ...repositories, leads: { ...repositories.leads, tryRefreshLock } });
        } finally {
          if (isMine) atWork -= 1;
        }
      });

  const start = async () => {
    const database = await openPostgres({ url });
    const queue = await pgBossJobs({ ...patiently, database: { url }, log: memoryLog() });
    const atomically = databaseStore(database, { addJob: queue.add });
    const refresh = refreshWeek({
      atomically: watched(atomically),
      clock: () => NOW + WEEK,
      stopwatch: systemStopwatch,
      log: memoryLog(),
      secrets: systemSecrets(),
      shelfCycles: 1,
      eraseAfter: 30 * DAY,
    });
    const work = () =>
      queue.jobs.work(async () => {
        // Its time is over as soon as it has moved some.
        const outcome = await refresh({ forAtMost: 0 });
        if (outcome.is === 'refreshed' && outcome.vaulted > 0) parts.push(outcome.vaulted);
      });
    const stop = async (): Promise<void> => {
      await queue.jobs.stop();
      await database.close();
    };
    return { database, atomically, work, stop };
  };

  const processes = await Promise.all([start(), start()]);
  const [{ database, atomically }] = processes;
  try {
    await atomically(async ({ leads, jobs }) => {
      await leads.add(
        Array.from({ length: LEADS }, () => someLead({ standing: { state: 'listed', listedAt: NOW - WEEK } })),
      );
      // As two ticks and a start leave them.
      for (let job = 0; job < 3; job += 1) await jobs.add({ name: 'refresh-week' });
    });
    await Promise.all(processes.map(({ work }) => work()));
    const standings = () =>
      database.query('select standing, version, count(*)::int as count from lead group by 1, 2 order by 1');
    await vi.waitFor(
      async () => expect(await standings()).toEqual([{ standing: 'vaulted', version: 2, count: LEADS }]),
      { timeout: 25_000, interval: 100 },
    );
    expect(mostAtWork).toBe(1);
    await vi.waitFor(() =>
      expect(parts.toSorted((a, b) => a - b)).toEqual([50, ...Array.from({ length: 7 }, () => 200)]),
    );
  } finally {
    await Promise.all(processes.map(({ stop }) => stop()));
    await drop();
  }
});
