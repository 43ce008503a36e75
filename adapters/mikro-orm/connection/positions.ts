/** How far a server's log of changes has come. Positions of different histories say nothing about each other. */
export type Position = { readonly history: string; readonly bytes: bigint };

/**
 * Where the primary was, and when. What was committed before it stood at a position is in every replica that has replayed up
 * to there. Forgets what is older than `milliseconds`. Times are those of one monotonic clock.
 */
export const positionsOf = (milliseconds: number) => {
  let known: readonly (Position & { readonly at: number })[] = [];
  return {
    /** Whether a position is of the history that the primary was last seen in. Nobody knows before the first look. */
    isRelated: ({ history }: Position): boolean => (known.at(-1)?.history ?? history) === history,
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

/** A cluster has several databases, which are the same ones on its standbys. */
const DATABASE = '(select oid from pg_database where datname = current_database())';

/**
 * What is read from a server is of one history by its cluster, its timeline and its database: a replica that still follows a primary
 * which has been replaced counts the same numbers for other changes. What is visible is written already, as long as
 * `synchronous_commit` is not off.
 */
export const POSITION_OF_PRIMARY = `
  select concat_ws('/', (select system_identifier from pg_control_system()), ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int,
    ${DATABASE}) as history, (lsn - '0/0'::pg_lsn)::text as bytes
  from pg_current_wal_lsn() as lsn`;

/**
 * No row on a server that replays nothing. The files of a server know a new timeline only minutes later, from its next restartpoint on;
 * whoever receives one knows it at once, but tells nobody without the rights of `pg_read_all_stats`.
 */
export const POSITION_OF_REPLICA = `
  select concat_ws('/', system_identifier, greatest(checkpoint.timeline_id, recovery.min_recovery_end_timeline,
    (select received_tli from pg_stat_wal_receiver)), ${DATABASE}) as history, (lsn - '0/0'::pg_lsn)::text as bytes
  from pg_last_wal_replay_lsn() as lsn, pg_control_system(), pg_control_checkpoint() as checkpoint,
    pg_control_recovery() as recovery
  where pg_is_in_recovery() and lsn is not null`;
