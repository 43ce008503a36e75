import { POSITION_OF_REPLICA } from './positions.ts';
import type { Position, positionsOf } from './positions.ts';
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

/** A `failing` one is read from as a `fresh` one is, but could not answer since the last look what the primary then did. */
export type ReplicaStanding = 'fresh' | 'failing' | 'stale' | 'away' | 'unrelated';

/**
 * One replica. `positions` are the primary's, `lag` is how many milliseconds ago the newest instant may be of which the replica knows
 * everything, `changed` hears when the standing has changed from one look to the next.
 */
export const openReplica = async (
  server: ServerSettings,
  {
    positions,
    lag,
    changed,
  }: {
    readonly positions: Pick<ReturnType<typeof positionsOf>, 'isRelated' | 'knownBy'>;
    readonly lag: number;
    readonly changed: (standing: ReplicaStanding) => void;
  },
) => {
  const [reads, looks] = await Promise.all([openPool(server), openPool({ ...server, ...LOOKS })]);
  let knows = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  let isLooking = false;
  let leaving = new AbortController();
  let standing: ReplicaStanding | undefined;

  const isFresh = (): boolean => !leaving.signal.aborted && performance.now() - knows <= lag;

  /** Whoever waits for its answer goes elsewhere at once. */
  const leave = (why: 'away' | 'unrelated'): ReplicaStanding => {
    leaving.abort();
    return why;
  };
  const seen = (position: Position | undefined): ReplicaStanding => {
    // One that replays nothing may have been written to by others.
    if (position === undefined || !positions.isRelated(position)) return leave('unrelated');
    if (leaving.signal.aborted) leaving = new AbortController();
    // A server that was started anew may know less than before.
    knows = positions.knownBy(position) ?? Number.NEGATIVE_INFINITY;
    return isFresh() ? 'fresh' : 'stale';
  };
  const look = async (): Promise<ReplicaStanding> => {
    try {
      return seen(positionIn((await looks.run(POSITION_OF_REPLICA, [])).rows));
    } catch {
      return leave('away');
    }
  };

  return {
    isFresh,
    /** Looks where the replica is. Never fails. While one look is under way no other one is begun. */
    look: async (): Promise<void> => {
      if (isLooking) return;
      isLooking = true;
      const found = await look();
      const now = found === 'fresh' && hasFailed ? 'failing' : found;
      [isLooking, hasFailed] = [false, false];
      if (now !== standing) changed(now);
      standing = now;
    },
    /** Tells that it could not answer what the primary did; nobody wonders about one that is away. */
    failed: (): void => {
      hasFailed ||= isFresh();
    },
    run: ((statement, parameters) => unless(leaving.signal, reads.run(statement, parameters))) satisfies Run,
    close: async () => {
      await Promise.all([reads.close(), looks.close()]);
    },
  };
};
