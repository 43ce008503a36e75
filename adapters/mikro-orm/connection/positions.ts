/** How far a server has come in its write-ahead log. Positions of different histories cannot be compared. */
export type Position = { readonly history: string; readonly bytes: bigint };

/**
 * Past positions of the primary, with their times. A replica that has replayed up to such a position has everything that was committed
 * before that time. Positions older than `milliseconds` are dropped. Times are those of one monotonic clock.
 */
export const positionsOf = (milliseconds: number) => {
  let known: readonly (Position & { readonly at: number })[] = [];
  return {
    /** Whether a position is of the primary's last known history. Before the first look every position is. */
    isRelated: ({ history }: Position): boolean => (known.at(-1)?.history ?? history) === history,
    /** `at` is an instant before the position was asked for. */
    note: (at: number, position: Position): void => {
      const recent = known.filter((other) => other.history === position.history && other.at >= at - milliseconds);
      known = [...recent, { ...position, at }];
    },
    /** The newest instant up to which a replica at this position has everything; `undefined` if it is too long ago. */
    knownBy: ({ history, bytes }: Position): number | undefined =>
      known.findLast((position) => position.history === history && position.bytes <= bytes)?.at,
  };
};

/** A cluster has several databases; its standbys have the same oids. */
const DATABASE = '(select oid from pg_database where datname = current_database())';

/**
 * A history is a cluster, a timeline and a database. The timeline, because a replica that still follows a replaced primary reaches the
 * same numbers by other changes. A change that is visible has been written to the log already, unless `synchronous_commit` is off.
 */
export const POSITION_OF_PRIMARY = `
  select concat_ws('/', (select system_identifier from pg_control_system()), ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int,
    ${DATABASE}) as history, (lsn - '0/0'::pg_lsn)::text as bytes
  from pg_current_wal_lsn() as lsn`;

/**
 * No row on a server that replays nothing. The control file has a new timeline only after the next restartpoint, minutes later. The WAL
 * receiver has it at once, but shows it only to roles with the rights of `pg_read_all_stats`.
 */
export const POSITION_OF_REPLICA = `
  select concat_ws('/', system_identifier, greatest(checkpoint.timeline_id, recovery.min_recovery_end_timeline,
    (select received_tli from pg_stat_wal_receiver)), ${DATABASE}) as history, (lsn - '0/0'::pg_lsn)::text as bytes
  from pg_last_wal_replay_lsn() as lsn, pg_control_system(), pg_control_checkpoint() as checkpoint,
    pg_control_recovery() as recovery
  where pg_is_in_recovery() and lsn is not null`;
