import { AsyncLocalStorage } from 'node:async_hooks';

import type { Log } from '#application/ports/log.ts';
import { isTooSlow } from './failures.ts';
import { POSITION_OF_PRIMARY, positionsOf } from './positions.ts';
import { queryOver } from './query.ts';
import type { CurrentTransaction, Query } from './query.ts';
import { LOOKS, openReplica, positionIn } from './replica.ts';
import type { ReplicaState } from './replica.ts';
import { openPool } from './server.ts';
import type { ServerSettings } from './server.ts';

/**
 * Begins a reading of one or more statements. A `fresh` one sees everything that was committed before it began; another may see an
 * older state, by no more than the lag of the settings. Within a reading no statement sees an older state than one before it.
 */
export type Reading = (asked: { readonly fresh?: boolean | undefined }) => Query;

export type ReplicaSettings = {
  readonly urls: readonly string[];
  /** A replica is used only while it is known to have everything that was committed this long ago. */
  readonly lagMilliseconds: number;
  readonly log: Log;
};

/** How often the servers are checked during one lag; at least once a second. */
const LOOKS_PER_LAG = 5;

/**
 * Reads from replicas in turn while they are fresh, and from the primary when none is. A statement that fails at a replica is run again
 * at the primary. While the primary cannot be checked no replica stays fresh, so nothing older than promised is ever shown. The checks
 * begin with the first reading that may use a replica.
 */
export const openReplicas = async (
  server: ServerSettings,
  { urls, lagMilliseconds, log }: ReplicaSettings,
  { primary, transaction }: { readonly primary: Query; readonly transaction: CurrentTransaction },
): Promise<{ readonly reading: Reading; readonly close: () => Promise<void> }> => {
  const positions = positionsOf(lagMilliseconds);
  const looks = await openPool({ ...server, ...LOOKS });
  const replicas = await Promise.all(
    urls.map((url, index) => {
      const changed = (state: ReplicaState): void =>
        (state === 'fresh' ? log.info : log.warn)('replica looked at', { outcome: state, count: index + 1 });
      return openReplica({ ...server, url }, { positions, lag: lagMilliseconds, changed });
    }),
  );

  const lookAtPrimary = async (): Promise<void> => {
    const at = performance.now();
    try {
      const position = positionIn((await looks.run(POSITION_OF_PRIMARY, [])).rows);
      if (position !== undefined) positions.note(at, position);
    } catch {
      // Without new positions of the primary the replicas grow stale.
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const lookAround = async (): Promise<void> => {
    await lookAtPrimary();
    for (const replica of replicas) void replica.look();
  };
  const outside = AsyncLocalStorage.snapshot();
  const watch = (): void => {
    // The checks must not run in the context of the request that happens to start them.
    timer ??= outside(() =>
      setInterval(() => void lookAround(), Math.min(1_000, lagMilliseconds / LOOKS_PER_LAG)).unref(),
    );
  };

  let turn = 0;
  const choose = () => {
    watch();
    const fresh = replicas.filter((replica) => replica.isFresh());
    return fresh[(turn += 1) % fresh.length];
  };

  const reading: Reading = ({ fresh = false }) => {
    if (fresh) return primary;
    let replica = choose();
    return queryOver(async (statement, parameters) => {
      const asked = replica?.isFresh() === true ? replica : undefined;
      if (asked !== undefined) {
        try {
          return await asked.run(statement, parameters);
        } catch (error) {
          // The primary would take as long, and has more to do.
          if (isTooSlow(error)) throw error;
        }
      }
      // For the rest of the reading: the primary is never behind, so later statements see no older state.
      replica = undefined;
      const rows = await primary(statement, parameters);
      // Reached only if the primary succeeds: a fault of the statement itself fails there too.
      asked?.failed();
      return { rows };
    }, transaction);
  };

  return {
    reading,
    close: async () => {
      clearInterval(timer);
      await Promise.all([looks.close(), ...replicas.map((replica) => replica.close())]);
    },
  };
};
