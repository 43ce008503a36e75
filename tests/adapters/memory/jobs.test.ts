import { describe, expect, test } from 'vitest';

import { memoryClock } from '#adapters/memory/clock.ts';
import { memoryJobs } from '#adapters/memory/jobs.ts';
import { memoryLog } from '#adapters/memory/log.ts';
import type { Job } from '#application/ports/jobs.ts';
import { HOUR, MINUTE } from '#domain/instant.ts';
import { jobsContract } from '#tests/contracts/jobs.contract.ts';

jobsContract(
  'memory',
  async () => {
    const clock = memoryClock();
    const log = memoryLog();
    const queue = memoryJobs({ clock, log });
    return {
      start: async () => ({
        jobs: queue.jobs,
        add: async (job) => queue.add(job),
        log: log.lines,
        backlog: queue.backlog,
      }),
      now: clock,
      passTime: () => {
        clock.step(MINUTE);
        void queue.drain();
      },
      drop: async () => {},
    };
  },
  // It is a queue of one process, so what several processes do together is not asked of it.
  { processes: 1 },
);

describe('the queue in memory', () => {
  const sweep: Job = { name: 'sweep-purchases' };

  const failing = (): {
    clock: ReturnType<typeof memoryClock>;
    queue: ReturnType<typeof memoryJobs>;
    tries: number[];
  } => {
    const clock = memoryClock();
    const queue = memoryJobs({ clock });
    return { clock, queue, tries: [] };
  };

  test('draining runs what is due and what that adds, and nothing runs by itself', async () => {
    const { queue } = failing();
    const seen: string[] = [];
    await queue.jobs.work(async (job) => {
      seen.push(job.name);
      if (job.name === 'sweep-purchases') queue.add({ name: 'settle-purchase', purchaseId: 'p-1' });
    });
    queue.add(sweep);
    expect(seen).toEqual([]);
    await queue.drain();
    expect(seen).toEqual(['sweep-purchases', 'settle-purchase']);
    expect(queue.waiting()).toEqual([]);
  });

  test('a failed job waits twice as long after each try, at most an hour', async () => {
    const { clock, queue, tries } = failing();
    await queue.jobs.work(async () => {
      tries.push(clock());
      throw new Error('no');
    });
    queue.add(sweep);
    for (let second = 0; second < 4 * HOUR; second += 1_000) {
      await queue.drain();
      clock.step(1_000);
    }
    const pauses = tries.slice(1).map((at, place) => at - (tries[place] ?? 0));
    expect(pauses.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(Math.max(...pauses)).toBe(HOUR);
    expect(queue.waiting()).toEqual([sweep]);
  });

  test('from the tenth try on, a failing job asks for a person', async () => {
    const clock = memoryClock();
    const log = memoryLog();
    const queue = memoryJobs({ clock, log });
    await queue.jobs.work(() => Promise.reject(new Error('no')));
    queue.add(sweep);
    for (let tries = 0; tries < 11; tries += 1) {
      await queue.drain();
      clock.step(HOUR);
    }
    expect(log.lines.map(({ level }) => level)).toEqual([...Array.from({ length: 9 }, () => 'warn'), 'error', 'error']);
    expect(log.lines[9]).toMatchObject({ event: 'job keeps failing', job: 'sweep-purchases', count: 10 });
  });

  test('ticks that nobody saw are caught up once', async () => {
    const { clock, queue } = failing();
    let runs = 0;
    await queue.jobs.work(async () => void (runs += 1));
    await queue.jobs.repeat(sweep, '* * * * *');
    await queue.drain();
    expect(runs).toBe(0);
    clock.step(3 * HOUR);
    await queue.drain();
    await queue.drain();
    expect(runs).toBe(1);
  });
});
