/** How far a server's log of changes has come. Positions of different clusters or histories say nothing about each other. */
export type Position = { readonly history: string; readonly bytes: bigint };

/**
 * Where the primary was, and when. What was committed before it stood at a position is in every replica that has replayed up
 * to there. Forgets what is older than `milliseconds`. Times are those of one monotonic clock.
 */
export const positionsOf = (milliseconds: number) => {
  let known: readonly (Position & { readonly at: number })[] = [];
  return {
    /** `at` is an instant before the position was asked for. */
    note: (at: number, position: Position): void => {
      const recent = known.filter((other) => other.history === position.history && other.at >= at - milliseconds);
      known = [...recent, { ...position, at }];
    },
    /** The newest instant of which a replica at this position knows everything; `undefined` if it is too long ago. */
    knownBy: ({ history, bytes }: Position): number | undefined =>
      known.findLast((position) => position.history === history && position.bytes <= bytes)?.at,
  };
};

/**
 * A server's history is its cluster and its timeline: a replica that still follows a primary which has been replaced counts
 * the same numbers for other changes. What is visible is written already, as long as `synchronous_commit` is not off.
 */
export const POSITION_OF_PRIMARY = `
  select (select system_identifier from pg_control_system()) || '/' || ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int
    as history, (lsn - '0/0'::pg_lsn)::text as bytes
  from pg_current_wal_lsn() as lsn`;

/** No row on a server that replays nothing. */
export const POSITION_OF_REPLICA = `
  select system_identifier || '/' || greatest(checkpoint.timeline_id, recovery.min_recovery_end_timeline) as history,
    (lsn - '0/0'::pg_lsn)::text as bytes
  from pg_last_wal_replay_lsn() as lsn, pg_control_system(), pg_control_checkpoint() as checkpoint,
    pg_control_recovery() as recovery
  where pg_is_in_recovery() and lsn is not null`;
