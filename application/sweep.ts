import { TOO_FAR } from '#domain/check.ts';
import { SECOND } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Clock, Stopwatch } from './ports/clock.ts';

/** How many are read at the provider at the same time. */
export const AT_ONCE = 10;

/** In milliseconds: after this time a sweep takes nothing more in hand. What remains is due at the next one, a minute later. */
const LONGEST = 20 * SECOND;

/** Something that is checked again until it is finished. */
type Checked<Due> = {
  readonly findDue: (now: Instant, limit: number) => Promise<readonly Due[]>;
  readonly findPutOff: (from: Instant, limit: number) => Promise<readonly Due[]>;
};

/**
 * Some that were due at an instant; when there are no more, some that a clock which was ahead has put off: nobody would check them
 * until then. By the present time: if the clock is set forward meanwhile, what this very sweep has put off must not count.
 */
export const dueIn = async <Due>(
  checked: Checked<Due>,
  { dueAt, now }: { readonly dueAt: Instant; readonly now: Instant },
  atMost: number,
): Promise<readonly Due[]> => {
  const due = await checked.findDue(dueAt, atMost);
  return due.length > 0 ? due : checked.findPutOff(now + TOO_FAR, atMost);
};

type Sweep<Due> = {
  /** Some that were due at an instant, at most so many. Taking them in hand puts their next check off. */
  readonly take: (dueAt: Instant, atMost: number) => Promise<readonly Due[]>;
  readonly settle: (due: Due) => Promise<unknown>;
  readonly onFailure: (due: Due, error: Error) => void;
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
};

/**
 * Settles all that is due when it begins, the longest due first, some at a time. It ends long before the job's lease: two sweeps at
 * once would delay those whose buyers wait. A failure of one does not stop the others. Answers how many it took in hand. A clock that
 * is set back ends it: what it has put off would be due again at once, over and over.
 */
export const sweep = async <Due>({ take, settle, onFailure, clock, stopwatch }: Sweep<Due>): Promise<number> => {
  const begun = clock();
  const end = stopwatch() + LONGEST;
  let count = 0;
  while (stopwatch() < end && clock() >= begun) {
    const due = await take(begun, AT_ONCE);
    if (due.length === 0) break;
    await Promise.all(due.map((one) => settle(one).catch((error: Error) => onFailure(one, error))));
    count += due.length;
  }
  return count;
};
