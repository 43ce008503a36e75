import { WrongClock } from '#application/ports/clock.ts';
import type { Log } from '#application/ports/log.ts';
import { SECOND } from '#domain/instant.ts';
import { repeatedJobs } from './schedule.ts';
import type { UseCases } from './use-cases.ts';

/** In milliseconds. */
const LARGEST_OFFSET = 30 * SECOND;
const LOOK_AGAIN = 3 * SECOND;

const BY_THE_CLOCK: ReadonlySet<string> = new Set(repeatedJobs.map(({ job }) => job.name));

type ByTheClock = Pick<UseCases, 'doJob' | 'refreshWeek' | 'importLeads'>;

type Needs = {
  /** By how many milliseconds this process's clock is ahead. */
  readonly offset: () => Promise<number>;
  readonly log: Pick<Log, 'error' | 'info'>;
};

/** Whether this process's clock is right, checked on demand: a wrong clock would move every lead at once. */
export const rightClock = ({ offset, log }: Needs) => {
  let wasRight = true;
  let looked = -Infinity;
  let looking: Promise<number> = Promise.resolve(0);

  const isWrong = (milliseconds: number): boolean => Math.abs(milliseconds) > LARGEST_OFFSET;

  const look = async (): Promise<number> => {
    const milliseconds = await offset();
    const isRight = !isWrong(milliseconds);
    if (wasRight && !isRight) log.error('clock is wrong', { milliseconds: Math.round(milliseconds) });
    if (!wasRight && isRight) log.info('clock is right again');
    wasRight = isRight;
    return milliseconds;
  };

  /** Shared by all callers: the database is asked every few seconds, and again after a failure. */
  const lately = (): Promise<number> => {
    if (performance.now() - looked < LOOK_AGAIN) return looking;
    looked = performance.now();
    looking = look();
    looking.catch(() => {
      looked = -Infinity;
    });
    return looking;
  };

  /** Throws `WrongClock`. */
  const demand = async (): Promise<void> => {
    const milliseconds = await lately();
    if (isWrong(milliseconds))
      throw new WrongClock(
        `this process's clock is off by ${Math.round(Math.abs(milliseconds) / SECOND)} seconds from the database's`,
      );
  };

  const byTheClock =
    <Request, Outcome>(work: (request: Request) => Promise<Outcome>) =>
    async (request: Request): Promise<Outcome> => {
      await demand();
      return work(request);
    };

  return {
    /**
     * The same use-cases, of which those that depend on the time throw `WrongClock` while the clock is wrong: another process does
     * their work, or a later try.
     */
    guarded: <Cases extends ByTheClock>(useCases: Cases): Cases => {
      const scheduled = byTheClock(useCases.doJob);
      return {
        ...useCases,
        refreshWeek: byTheClock(useCases.refreshWeek),
        // The time decides in which week a lead is for sale.
        importLeads: byTheClock(useCases.importLeads),
        doJob: (job, tries) => (BY_THE_CLOCK.has(job.name) ? scheduled(job) : useCases.doJob(job, tries)),
      };
    },
    /** The result of `look`, and whether the clock is right; a database that does not answer proves nothing. */
    beside:
      <Seen extends object>(look: () => Promise<Seen>): (() => Promise<Seen & { readonly clock: boolean }>) =>
      async () => {
        const isRight = lately().then(
          (milliseconds) => !isWrong(milliseconds),
          () => false,
        );
        return { ...(await look()), clock: await isRight };
      },
  };
};
