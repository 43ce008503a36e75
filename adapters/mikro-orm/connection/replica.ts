import { POSITION_OF_REPLICA } from './positions.ts';
import type { Position } from './positions.ts';
import { openPool } from './server.ts';
import type { ServerSettings } from './server.ts';
import type { Run } from './query.ts';

/** Looks have a connection of their own, so that they do not wait behind what the pool is busy with. */
export const LOOKS = { poolSize: 1, acquireMilliseconds: 2_000, statementMilliseconds: 1_500, answerMilliseconds: 500 };

export const positionIn = (rows: readonly unknown[]): Position | undefined => {
  const [row] = rows as readonly { readonly history: string; readonly bytes: string }[];
  return row && { history: row.history, bytes: BigInt(row.bytes) };
};

/** Settles as `work` does, or fails as soon as the signal comes. */
const unless = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = (): void => reject(new Error('the replica is away'));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });

export type ReplicaStanding = 'fresh' | 'stale' | 'away' | 'unrelated';

/**
 * One replica. `knownBy` answers the newest instant of which a position knows everything, `lag` is how many milliseconds that
 * may be ago, `changed` hears when the standing has changed from one look to the next.
 */
export const openReplica = async (
  server: ServerSettings,
  {
    knownBy,
    lag,
    changed,
  }: {
    readonly knownBy: (position: Position) => number | undefined;
    readonly lag: number;
    readonly changed: (standing: ReplicaStanding) => void;
  },
) => {
  const [reads, looks] = await Promise.all([openPool(server), openPool({ ...server, ...LOOKS })]);
  let knows = Number.NEGATIVE_INFINITY;
  let isLooking = false;
  let leaving = new AbortController();
  let standing: ReplicaStanding | undefined;

  const isFresh = (): boolean => !leaving.signal.aborted && performance.now() - knows <= lag;

  const seen = (position: Position | undefined): ReplicaStanding => {
    if (leaving.signal.aborted) leaving = new AbortController();
    if (position === undefined) return 'unrelated';
    knows = Math.max(knows, knownBy(position) ?? knows);
    return isFresh() ? 'fresh' : 'stale';
  };
  const look = async (): Promise<ReplicaStanding> => {
    try {
      return seen(positionIn((await looks.run(POSITION_OF_REPLICA, [])).rows));
    } catch {
      // Whoever waits for its answer goes elsewhere at once.
      leaving.abort();
      return 'away';
    }
  };

  return {
    isFresh,
    /** Sees where the replica is. Fails never; one that has not ended yet is not begun again. */
    look: async (): Promise<void> => {
      if (isLooking) return;
      isLooking = true;
      const now = await look();
      isLooking = false;
      if (now !== standing) changed(now);
      standing = now;
    },
    run: ((statement, parameters) => unless(leaving.signal, reads.run(statement, parameters))) satisfies Run,
    close: async () => {
      await Promise.all([reads.close(), looks.close()]);
    },
  };
};
