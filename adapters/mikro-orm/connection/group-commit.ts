import { isMisremembered, isUndone } from './failures.ts';
import { Execution } from './execution.ts';
import type { Bound, Decoding } from './execution.ts';
import type { PreparedGroup } from './prepared-group.ts';
import type { Done } from './prepared-query.ts';

/** Each statement of a group waits for the last one. */
const LARGEST_GROUP = 16;

/** In milliseconds: nobody waits longer for others to join in, whatever those that are under way wait for. */
const LONGEST_GATHERING = 20;

export type QueryResult = { readonly rows: readonly unknown[] };

type Waiting = Bound & {
  readonly resolve: (found: QueryResult | Promise<QueryResult>) => void;
  readonly reject: (error: unknown) => void;
};

type Needs = {
  readonly send: (executions: readonly Execution[], done: Done) => PreparedGroup;
  /** Runs a statement as a transaction of its own. */
  readonly alone: (bound: Bound) => Promise<QueryResult>;
  readonly decoding: Decoding;
};

/**
 * Gathers changes, and lets a server carry them out in one transaction: that takes one packet in each direction, and one write to the
 * disk. A group leaves when it has as many changes as are under way: at once if there are none, while the slower the server, the more
 * gather. If one is refused, all are undone: that one fails, and the others are run again, each alone.
 */
export const groupCommit = ({ send, alone, decoding }: Needs): ((bound: Bound) => Promise<QueryResult>) => {
  let waiting: Waiting[] = [];
  /** How many were sent and not answered yet. */
  let underWay = 0;
  let isLookedAt = false;
  let patience: NodeJS.Timeout | undefined;

  const sendTogether = (all: readonly Waiting[]): void => {
    const members = all.map((one) => ({ ...one, execution: new Execution(one, decoding) }));
    const executions = members.map(({ execution }) => execution);
    underWay += all.length;
    const group = send(executions, (error) => {
      underWay -= all.length;
      const isOwnFault = (place: number): boolean => place === group.answered && !isMisremembered(error);
      for (const [place, { execution, resolve, reject, ...bound }] of members.entries()) {
        const failure = error ?? execution.failure;
        if (error && isUndone(error) && !isOwnFault(place)) resolve(alone(bound));
        else if (failure) reject(failure);
        else resolve({ rows: execution.rows });
      }
      look();
    });
  };

  const leave = (): void => {
    clearTimeout(patience);
    patience = undefined;
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += LARGEST_GROUP) sendTogether(all.slice(from, from + LARGEST_GROUP));
  };

  const look = (): void => {
    isLookedAt = false;
    if (waiting.length === 0) return;
    if (waiting.length >= Math.min(underWay, LARGEST_GROUP)) leave();
    else patience ??= setTimeout(leave, LONGEST_GATHERING);
  };

  return ({ statement, values }) =>
    new Promise((resolve, reject) => {
      waiting.push({ statement, values, resolve, reject });
      if (isLookedAt) return;
      isLookedAt = true;
      // After all that the same event has caused.
      process.nextTick(look);
    });
};
