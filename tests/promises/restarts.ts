import type { Atomically } from '#application/ports/atomically.ts';
import type { Job } from '#application/ports/jobs.ts';
import { useCasesOn } from '#config/use-cases.ts';
import type { Outside } from '#config/outside.ts';
import type { UseCases } from '#config/use-cases.ts';
import type { Shop } from '#tests/application/shop.ts';

/** What stands between a process and the outside; made anew by each process, with whatever it keeps in its memory. */
export type Around = () => (outside: Outside) => Outside;

const asItIs: Around = () => (outside) => outside;

/** Tells of the jobs of each transaction after its commit. */
const withEyeOnJobs =
  (atomically: Atomically, queued: (job: Job) => void): Atomically =>
  async (work) => {
    let jobs: Job[] = [];
    const result = await atomically((repositories) => {
      jobs = [];
      const add = async (job: Job): Promise<void> => {
        jobs.push(job);
        await repositories.jobs.add(job);
      };
      return work({ ...repositories, jobs: { add } });
    });
    jobs.forEach(queued);
    return result;
  };

/** The processes of a shop, one after the other: `restart` ends one and begins the next, which remembers only what is stored. */
export const processesOf = async (shop: Shop, around: Around = asItIs) => {
  let hints = 0;
  const queued = ({ name }: Job): void => {
    if (name === 'settle-checkout' || name === 'follow-subscription') hints += 1;
  };
  const begin = async (): Promise<UseCases> => {
    const outside = around()(shop.outside);
    const useCases = useCasesOn({ ...outside, atomically: withEyeOnJobs(outside.atomically, queued) });
    await shop.queue.jobs.work(useCases.doJob);
    return useCases;
  };
  let useCases = await begin();
  return {
    useCases: () => useCases,
    restart: async () => void (useCases = await begin()),
    /** How many notifications were acted on. */
    hints: () => hints,
  };
};
