import { isUndone } from './failures.ts';
import { Asking } from './asking.ts';
import type { Asked, Reading } from './asking.ts';
import { PreparedGroup } from './prepared-group.ts';
import type { Done } from './prepared-query.ts';

/** All of a group wait for its last one. */
const MOST_TOGETHER = 16;

export type Found = { readonly rows: readonly unknown[] };

type Waiting = Asked & {
  readonly resolve: (found: Found | Promise<Found>) => void;
  readonly reject: (error: unknown) => void;
};

type Needs = {
  readonly send: (group: PreparedGroup, done: Done) => void;
  /** Runs one as a transaction of its own. */
  readonly alone: (asked: Asked) => Promise<Found>;
  readonly reading: Reading;
};

/**
 * Gathers what is asked in one turn of the event loop, and lets a server carry it out in one transaction: that takes one packet there and
 * back, and one write to the disk. Where one is refused, and so all are undone, only that one fails: the others run alone.
 */
export const committingTogether = ({ send, alone, reading }: Needs): ((asked: Asked) => Promise<Found>) => {
  let waiting: Waiting[] = [];

  const sendTogether = (all: readonly Waiting[]): void => {
    const members = all.map((one) => ({ ...one, asking: new Asking(one, reading) }));
    const group = new PreparedGroup(members.map(({ asking }) => asking));
    send(group, (error) => {
      for (const [place, { asking, resolve, reject, ...asked }] of members.entries()) {
        const failure = error ?? asking.failure;
        if (error && isUndone(error) && place !== group.answered) resolve(alone(asked));
        else if (failure) reject(failure);
        else resolve({ rows: asking.rows });
      }
    });
  };

  const leave = (): void => {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += MOST_TOGETHER) {
      const members = all.slice(from, from + MOST_TOGETHER);
      const [first] = members;
      if (members.length === 1 && first !== undefined) first.resolve(alone(first));
      else sendTogether(members);
    }
  };

  return ({ statement, values }) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ statement, values, resolve, reject }) === 1) setImmediate(leave);
    });
};
