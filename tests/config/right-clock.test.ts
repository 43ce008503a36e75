import { describe, expect, it, vi } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import type { ImportLeadsRequest } from '#application/import-leads.ts';
import type { ImportOutcome } from '#application/import-report.ts';
import type { Job } from '#application/ports/jobs.ts';
import type { RefreshOutcome } from '#application/refresh-week.ts';
import { rightClock } from '#config/right-clock.ts';
import { repeatedJobs } from '#config/schedule.ts';
import type { UseCases } from '#config/use-cases.ts';
import { SECOND } from '#domain/instant.ts';

const rig = (answer: () => Promise<number>) => {
  const log = memoryLog();
  let asked = 0;
  const offset = () => ((asked += 1), answer());
  const time = rightClock({ offset, log });
  const done: Job[] = [];
  const imported: ImportOutcome = { is: 'refused', message: 'the file has no header' };
  const nothing: RefreshOutcome = { is: 'refreshed', vaulted: 0, expired: 0, erased: 0 };
  const useCases: Pick<UseCases, 'doJob' | 'refreshWeek' | 'importLeads'> = {
    doJob: async (job) => void done.push(job),
    refreshWeek: async () => nothing,
    importLeads: async () => imported,
  };
  return {
    ...time.guarded(useCases),
    done,
    log,
    asked: () => asked,
    look: time.beside(async () => ({ database: true })),
    nothing,
    imported,
  };
};

const importing: ImportLeadsRequest = {
  file: { columns: [], fileHash: '', rows: async function* () {} },
  commit: true,
  listNow: true,
  mapping: {},
  who: 'olga',
  rejects: { add: async () => {}, problem: async () => undefined },
  onProgress: () => {},
};

describe('while a process’s clock is off', () => {
  it.each([31 * SECOND, -31 * SECOND])(
    'by %i ms, it does nothing that goes by the clock, and is not ready',
    async (by) => {
      const { doJob, done, refreshWeek, importLeads, look } = rig(async () => by);
      for (const { job } of repeatedJobs)
        await expect(doJob(job)).rejects.toThrow("this process's clock is off by 31 seconds");
      await expect(refreshWeek({})).rejects.toThrow("this process's clock is off");
      await expect(importLeads(importing)).rejects.toThrow("this process's clock is off");
      expect(await look()).toEqual({ database: true, clock: false });
      const settle: Job = { name: 'settle-purchase', purchaseId: 'p-1' };
      await doJob(settle);
      expect(done).toEqual([settle]);
    },
  );

  it.each([30 * SECOND, 0, -30 * SECOND])('by no more than %i ms, it does all', async (by) => {
    const { doJob, done, refreshWeek, importLeads, look, nothing, imported } = rig(async () => by);
    for (const { job } of repeatedJobs) await doJob(job);
    expect(done).toEqual(repeatedJobs.map(({ job }) => job));
    expect(await refreshWeek({})).toEqual(nothing);
    expect(await importLeads(importing)).toEqual(imported);
    expect(await look()).toEqual({ database: true, clock: true });
  });

  it('the log says so once, and once that it is right again; the database is asked every few seconds', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    let by = -40_000.4;
    const { look, log, asked } = rig(async () => by);
    for (let count = 0; count < 5; count += 1) await look();
    expect(asked()).toBe(1);
    vi.advanceTimersByTime(5_000);
    await look();
    by = 0;
    vi.advanceTimersByTime(5_000);
    await look();
    vi.useRealTimers();
    expect(asked()).toBe(3);
    expect(log.lines).toEqual([
      { level: 'error', event: 'clock is wrong', milliseconds: -40_000 },
      { level: 'info', event: 'clock is right again' },
    ]);
  });

  it('nobody knows, where the database does not answer: it is asked again at once', async () => {
    let isAway = true;
    const { look, asked } = rig(async () => {
      if (isAway) throw new Error('away');
      return 0;
    });
    expect(await look()).toEqual({ database: true, clock: false });
    isAway = false;
    expect(await look()).toEqual({ database: true, clock: true });
    expect(asked()).toBe(2);
  });
});
