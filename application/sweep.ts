import { TOO_FAR } from '#domain/check.ts';
import { SECOND } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import type { Clock, Stopwatch } from './ports/clock.ts';

/** How many are read at the provider at the same time. */
export const AT_ONCE = 10;

/** A sweep takes nothing more in hand after that long, in milliseconds: what remains is due at the next, a minute later. */
const LONGEST = 20 * SECOND;

/** What is looked at again until it is finished. */
type Checked<Due> = {
  readonly findDue: (now: Instant, limit: number) => Promise<readonly Due[]>;
  readonly findPutOff: (from: Instant, limit: number) => Promise<readonly Due[]>;
};

/**
 * Some that were due at `dueAt`; when there are none, some that a clock which was ahead has put far off: nobody would look at them
 * until then. How far is counted from `now`: what this very sweep has put off is not far, even where the clock was set forward
 * meanwhile.
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
  /** Some that were due at an instant, at most so many. Taken in hand, they are due later. */
  readonly take: (dueAt: Instant, atMost: number) => Promise<readonly Due[]>;
  readonly settle: (due: Due) => Promise<unknown>;
  readonly onFailure: (due: Due, error: Error) => void;
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
};

/**
 * Settles all that is due when it begins, the longest due first, some at a time. It ends long before the job's lease: one that
 * went on beside the next would take the places of those whose buyers wait. One that fails does not stop the others. Answers how
 * many it took in hand. A clock that is set back ends it: what it has put off would be due again at once, over and over.
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
