import { POSITION_OF_REPLICA } from './positions.ts';
import type { Position, positionsOf } from './positions.ts';
import { openPool } from './server.ts';
import type { ServerSettings } from './server.ts';
import type { Run } from './query.ts';

/** Checks of a server have a connection of their own, so that they do not wait behind the statements of the pool. */
export const LOOKS = { poolSize: 1, acquireMilliseconds: 2_000, statementMilliseconds: 1_500, answerMilliseconds: 500 };

/** The position that a server has answered with; `undefined` if it has none. */
export const positionIn = (rows: readonly unknown[]): Position | undefined => {
  const [row] = rows as readonly { readonly history: string; readonly bytes: string }[];
  return row && { history: row.history, bytes: BigInt(row.bytes) };
};

/** Settles as `work` does, or fails as soon as the signal aborts. */
const unless = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = (): void => reject(new Error('the replica is away'));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });

/** `failing`: fresh and in use, but since the last check it has failed at a statement that the primary then answered. */
export type ReplicaState = 'fresh' | 'failing' | 'stale' | 'away' | 'unrelated';

/**
 * One replica. `positions` are the primary's. `lag`: how many milliseconds a fresh replica may be behind it. `changed` is called when a
 * check finds another state than the one before.
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
    readonly changed: (state: ReplicaState) => void;
  },
) => {
  const [reads, looks] = await Promise.all([openPool(server), openPool({ ...server, ...LOOKS })]);
  let knows = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  let isLooking = false;
  let leaving = new AbortController();
  let state: ReplicaState | undefined;

  const isFresh = (): boolean => !leaving.signal.aborted && performance.now() - knows <= lag;

  /** Statements that wait for the replica fail at once, and go to the primary. */
  const leave = (why: 'away' | 'unrelated'): ReplicaState => {
    leaving.abort();
    return why;
  };
  const seen = (position: Position | undefined): ReplicaState => {
    // A server that replays nothing is no standby: others may have written to it.
    if (position === undefined || !positions.isRelated(position)) return leave('unrelated');
    if (leaving.signal.aborted) leaving = new AbortController();
    // A server that was restarted may be further behind than before.
    knows = positions.knownBy(position) ?? Number.NEGATIVE_INFINITY;
    return isFresh() ? 'fresh' : 'stale';
  };
  const look = async (): Promise<ReplicaState> => {
    try {
      return seen(positionIn((await looks.run(POSITION_OF_REPLICA, [])).rows));
    } catch {
      return leave('away');
    }
  };

  return {
    isFresh,
    /** Checks how far the replica is. Never fails. Only one check runs at a time. */
    look: async (): Promise<void> => {
      if (isLooking) return;
      isLooking = true;
      const found = await look();
      const now = found === 'fresh' && hasFailed ? 'failing' : found;
      [isLooking, hasFailed] = [false, false];
      if (now !== state) changed(now);
      state = now;
    },
    /** Records that the replica failed where the primary did not. Ignored for one that is not fresh. */
    failed: (): void => {
      hasFailed ||= isFresh();
    },
    run: ((statement, parameters) => unless(leaving.signal, reads.run(statement, parameters))) satisfies Run,
    close: async () => {
      await Promise.all([reads.close(), looks.close()]);
    },
  };
};
