import type { Clock } from '#application/ports/clock.ts';
import type { Database } from './connection.ts';

/**
 * By how many milliseconds a clock is certainly ahead of the database server's, or behind it if negative: the time of the round trip is
 * not counted. 0 where the database is embedded, as it has the same clock. Throws `StoreUnavailable`.
 */
export const clockOffset =
  ({ kind, query }: Database, clock: Clock): (() => Promise<number>) =>
  async () => {
    if (kind === 'pglite') return 0;
    const sent = clock();
    const [row] = await query<{ at: number }>(`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`);
    const received = clock();
    if (row === undefined) throw new Error('the database does not tell the time');
    const offset = (sent + received) / 2 - row.at;
    return Math.sign(offset) * Math.max(0, Math.abs(offset) - (received - sent) / 2);
  };
