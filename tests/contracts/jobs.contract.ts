import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { LogLine } from '#adapters/memory/log.ts';
import type { Backlog, WaitingJobs } from '#application/ports/backlog.ts';
import type { Job, Jobs } from '#application/ports/jobs.ts';
import type { Instant } from '#domain/instant.ts';

/** A queue, and what a test does from outside. `start` adds another process that works on the same queue. */
export type JobsUnderTest = {
  readonly start: () => Promise<JobsProcess>;
  /** Advances the time for which a queue with its own clock waits. */
  readonly passTime: () => void;
  /** By the queue's own clock. */
  readonly now: () => Instant;
  readonly drop: () => Promise<void>;
};

export type JobsProcess = {
  readonly jobs: Jobs;
  /** Queues a job in a transaction of its own, which commits. */
  readonly add: (job: Job) => Promise<void>;
  readonly log: readonly LogLine[];
  readonly backlog: Backlog;
};

const settle = (purchaseId: string): Job => ({ name: 'settle-purchase', purchaseId });
const deliver = (purchaseId: string): Job => ({ name: 'deliver-lead', purchaseId });

export const jobsContract = (
  name: string,
  make: () => Promise<JobsUnderTest>,
  { processes }: { readonly processes: number },
): void => {
  describe(`jobs: ${name}`, () => {
    let queue: JobsUnderTest;
    const started: JobsProcess[] = [];

    const start = async (): Promise<JobsProcess> => {
      const process = await queue.start();
      started.push(process);
      return process;
    };

    const eventually = (check: () => void): Promise<void> =>
      vi.waitFor(
        () => {
          queue.passTime();
          check();
        },
        { timeout: 25_000, interval: 20 },
      );

    beforeEach(async () => {
      queue = await make();
    });

    afterEach(async () => {
      for (const process of started.splice(0)) await process.jobs.stop();
      await queue.drop();
    });

    test('a queued job is run with the ids that it was queued with', async () => {
      const { jobs, add } = await start();
      const seen: Job[] = [];
      await jobs.work(async (job) => void seen.push(job));
      const wanted: readonly Job[] = [
        settle('p-1'),
        { name: 'settle-checkout', checkoutRef: 'c-1' },
        { name: 'close-checkouts', leadId: 'l-1' },
        deliver('p-2'),
        { name: 'tell-loser', purchaseId: 'p-3' },
        { name: 'sweep-purchases' },
        { name: 'write-to-account', accountId: 'a-1', about: 'reset-password', letterId: 'letter-1' },
        { name: 'forward-message', messageId: 'm-1' },
      ];
      for (const job of wanted) await add(job);
      await eventually(() => expect(seen).toHaveLength(wanted.length));
      expect(seen).toEqual(expect.arrayContaining([...wanted]));
    });

    test('jobs that were queued before anybody worked are run once somebody does', async () => {
      const { jobs, add } = await start();
      await add(settle('p-1'));
      const seen: Job[] = [];
      await jobs.work(async (job) => void seen.push(job));
      await eventually(() => expect(seen).toEqual([settle('p-1')]));
    });

    test('a job whose handler throws is tried again until it succeeds, and then no more', async () => {
      const { jobs, add } = await start();
      const tries: string[] = [];
      await jobs.work(async (job) => {
        tries.push(job.name);
        if (job.name === 'settle-purchase' && tries.length < 2) throw new Error('not now');
      });
      await add(settle('p-1'));
      await eventually(() => expect(tries).toHaveLength(2));
      await add(deliver('p-2'));
      await eventually(() => expect(tries).toContain('deliver-lead'));
      expect(tries.filter((job) => job === 'settle-purchase')).toHaveLength(2);
    });

    test('a handler is told how often its job was tried before', async () => {
      const { jobs, add } = await start();
      const told: number[] = [];
      await jobs.work(async (_job, tries) => {
        told.push(tries);
        if (told.length < 3) throw new Error('not now');
      });
      await add(settle('p-1'));
      await eventually(() => expect(told).toEqual([0, 1, 2]));
    });

    test('a job that fails holds up no other', async () => {
      const { jobs, add } = await start();
      const done: Job[] = [];
      await jobs.work(async (job) => {
        if (job.name === 'settle-purchase' && job.purchaseId === 'bad') throw new Error('never');
        done.push(job);
      });
      await add(settle('bad'));
      await add(settle('good'));
      await eventually(() => expect(done).toEqual([settle('good')]));
    });

    test('several jobs run at a time', async () => {
      const { jobs, add } = await start();
      const begun = new Set<string>();
      const both = Promise.withResolvers<void>();
      await jobs.work(async (job) => {
        if (job.name === 'settle-purchase') begun.add(job.purchaseId);
        if (begun.size === 2) both.resolve();
        await both.promise;
      });
      await add(settle('p-1'));
      await add(settle('p-2'));
      await eventually(() => expect(begun).toEqual(new Set(['p-1', 'p-2'])));
    });

    test('mails that hang do not keep payments from being settled', async () => {
      const { jobs, add } = await start();
      const mailServer = Promise.withResolvers<void>();
      const settled: Job[] = [];
      await jobs.work(async (job) => {
        if (job.name === 'deliver-lead') await mailServer.promise;
        else settled.push(job);
      });
      for (let mail = 0; mail < 12; mail += 1) await add(deliver(`m-${mail}`));
      await add(settle('p-1'));
      await eventually(() => expect(settled).toEqual([settle('p-1')]));
      mailServer.resolve();
    });

    test('many jobs, worked on by all processes, are each run once when nothing fails', async () => {
      const workers = await Promise.all(Array.from({ length: processes }, start));
      const seen: string[] = [];
      for (const { jobs } of workers)
        await jobs.work(async (job) => {
          if ('purchaseId' in job) seen.push(job.purchaseId);
        });
      const wanted = Array.from({ length: 150 }, (_, count) => `p-${count}`);
      for (const [place, id] of wanted.entries()) await workers[place % workers.length]?.add(settle(id));
      await eventually(() => expect(seen.length).toBeGreaterThanOrEqual(wanted.length));
      expect(seen.toSorted()).toEqual(wanted.toSorted());
    });

    test('stopping lets the running job end, and takes no new one', async () => {
      const { jobs, add } = await start();
      const begun: Job[] = [];
      const gate = Promise.withResolvers<void>();
      let ended = false;
      await jobs.work(async (job) => {
        begun.push(job);
        await gate.promise;
        ended = true;
      });
      await add(settle('p-1'));
      await eventually(() => expect(begun).toHaveLength(1));
      const stopped = jobs.stop().then(() => ended);
      setTimeout(gate.resolve, 50);
      expect(await stopped).toBe(true);

      const { jobs: others, add: addLater } = await start();
      await addLater(settle('p-2'));
      const seen: Job[] = [];
      await others.work(async (job) => void seen.push(job));
      await eventually(() => expect(seen).toEqual([settle('p-2')]));
      expect(begun).toEqual([settle('p-1')]);
    });

    test('a failure is logged with the name and the ids of the job and how often it was tried', async () => {
      const { jobs, add, log } = await start();
      const error = new TypeError('jane@example.com');
      let tries = 0;
      await jobs.work(async () => {
        tries += 1;
        if (tries === 1) throw error;
      });
      await add(settle('p-1'));
      await eventually(() => expect(tries).toBe(2));
      expect(log.filter(({ level }) => level !== 'info')).toEqual([
        { level: 'warn', event: 'job failed', job: 'settle-purchase', purchaseId: 'p-1', count: 1, error },
      ]);
    });

    test('a job that has ended well is logged with its name and its ids, once', async () => {
      const { jobs, add, log } = await start();
      await jobs.work(async () => {});
      await add(deliver('p-1'));
      const milliseconds = expect.any(Number) as number;
      await eventually(() =>
        expect(log).toEqual([
          { level: 'info', event: 'job done', job: 'deliver-lead', purchaseId: 'p-1', milliseconds },
        ]),
      );
    });

    describe('the backlog', () => {
      const named = (waiting: readonly WaitingJobs[]): Readonly<Record<string, number>> =>
        Object.fromEntries(waiting.map(({ job, count }) => [job, count]));

      test('is empty where nothing waits', async () => {
        const { backlog } = await start();
        expect(await backlog.waiting()).toEqual([]);
      });

      test('counts by name what waits, and tells since when the oldest was added', async () => {
        const { add, backlog } = await start();
        for (const job of [settle('p-1'), deliver('p-2'), deliver('p-3')]) await add(job);
        const first = await backlog.waiting();
        expect(named(first)).toEqual({ 'settle-purchase': 1, 'deliver-lead': 2 });
        for (const { oldestAt } of first) expect(Math.abs(queue.now() - oldestAt)).toBeLessThan(60_000);
        await add(deliver('p-4'));
        const oldestOf = (waiting: readonly WaitingJobs[]) =>
          waiting.find(({ job }) => job === 'deliver-lead')?.oldestAt;
        const second = await backlog.waiting();
        expect(named(second)).toEqual({ 'settle-purchase': 1, 'deliver-lead': 3 });
        expect(oldestOf(second)).toBe(oldestOf(first));
      });

      test('holds a job that failed, as old as it is, and neither one that runs nor one that has ended', async () => {
        const { jobs, add, backlog } = await start();
        const gate = Promise.withResolvers<void>();
        const begun: string[] = [];
        await add(settle('bad'));
        const [before] = await backlog.waiting();
        await jobs.work(async (job) => {
          begun.push(job.name);
          if (job.name === 'settle-purchase') throw new Error('never');
          if (job.name === 'deliver-lead') await gate.promise;
        });
        await add(deliver('runs'));
        await add({ name: 'tell-loser', purchaseId: 'ends' });
        await eventually(() => expect(new Set(begun).size).toBe(3));
        await vi.waitFor(async () => expect(named(await backlog.waiting())).toEqual({ 'settle-purchase': 1 }), {
          timeout: 20_000,
          interval: 20,
        });
        expect((await backlog.waiting())[0]?.oldestAt).toBe(before?.oldestAt);
        gate.resolve();
      });
    });

    test('a repeated job is added at its tick, once however many processes run', async () => {
      const workers = await Promise.all(Array.from({ length: processes }, start));
      const seen: Job[] = [];
      const minuteOf = (): number => Math.floor(Date.now() / 60_000);
      const firstMinute = minuteOf() - 1;
      for (const { jobs } of workers) {
        await jobs.work(async (job) => void seen.push(job));
        await jobs.repeat({ name: 'sweep-purchases' }, '* * * * *');
      }
      await eventually(() => expect(seen[0]).toEqual({ name: 'sweep-purchases' }));
      if (processes > 1) await new Promise((resolve) => setTimeout(resolve, 3_000));
      expect(seen.length).toBeLessThanOrEqual(minuteOf() - firstMinute);
    });

    test('several repeated jobs each come at their tick, also where they wait for the same party', async () => {
      const { jobs } = await start();
      const repeated: readonly Job[] = [{ name: 'sweep-purchases' }, { name: 'sweep-subscriptions' }];
      const seen: Job[] = [];
      await jobs.work(async (job) => void seen.push(job));
      for (const job of repeated) await jobs.repeat(job, '* * * * *');
      await eventually(() => expect(seen).toEqual(expect.arrayContaining([...repeated])));
    });

    test('a line that is not cron is refused', async () => {
      const { jobs } = await start();
      await expect(jobs.repeat({ name: 'sweep-purchases' }, 'every now and then')).rejects.toThrow(Error);
    });
  });
};
