import { setTimeout as wait } from 'node:timers/promises';

import type { Log } from '#application/ports/log.ts';
import { openPool } from './server.ts';

export type Listener = {
  /** Whether every notification that was sent until a second ago has been received. */
  readonly isHearing: () => boolean;
  readonly close: () => Promise<void>;
};

/** In milliseconds, as all here: how long a connection that no longer answers is still trusted to bring everything. */
const BELIEVED = 1_000;
/** The pause between two checks of the connection. */
const BETWEEN_BEATS = 250;

/** Nothing else runs on the connection: a check that is not answered in this time never will be. */
const CONNECTION = { poolSize: 1, acquireMilliseconds: 2_000, statementMilliseconds: 500, answerMilliseconds: 250 };

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2_000;

const STILL_LISTENS = 'select 1 from pg_listening_channels() as channel where channel = $1';

type Needs = {
  readonly url: string;
  readonly channel: string;
  /** Called after each notification, and whenever one may have been missed. */
  readonly heard: () => void;
  readonly log: Log;
};

/**
 * Listens to a channel of a PostgreSQL server until it is closed, on a connection of its own. Whenever that breaks or falls silent, a
 * new one takes its place.
 */
export const listen = async ({ url, channel, heard, log }: Needs): Promise<Listener> => {
  const { pool, close } = await openPool({ url, ...CONNECTION });
  // An idle connection of the pool may break as well.
  pool.on('error', () => {});
  const ending = new AbortController();
  const { signal } = ending;
  let believedUntil = Number.NEGATIVE_INFINITY;

  const lose = (): void => {
    believedUntil = Number.NEGATIVE_INFINITY;
  };

  /** Listens on one connection until it breaks; calls `whole` after each successful check. */
  const attend = async (whole: () => void): Promise<void> => {
    const connection = await pool.connect();
    try {
      connection.on('notification', heard);
      connection.on('error', lose);
      connection.on('end', lose);
      await connection.query(`listen ${channel}`);
      // A notification may have been missed since the last connection broke.
      heard();
      while (!signal.aborted) {
        const asked = performance.now();
        // The server sends pending notifications before an answer: with the answer, all that were sent until the check have been
        // received.
        const { rows } = await connection.query(STILL_LISTENS, [channel]);
        if (rows.length === 0) throw new Error('the session is another one');
        believedUntil = asked + BELIEVED;
        whole();
        await wait(BETWEEN_BEATS, undefined, { signal, ref: false });
      }
    } finally {
      lose();
      connection.removeListener('notification', heard);
      connection.release(true);
    }
  };

  const run = async (): Promise<void> => {
    let failures = 0;
    let isTold = false;
    const whole = (): void => {
      if (isTold) log.info('changes of leads are heard again');
      [failures, isTold] = [0, false];
    };
    while (!signal.aborted) {
      await attend(whole).catch(() => {});
      if (signal.aborted) return;
      if (!isTold) log.warn('changes of leads are not heard');
      isTold = true;
      failures += 1;
      const pause = Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE);
      await wait(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const ran = run();

  return {
    isHearing: () => performance.now() <= believedUntil,
    close: async () => {
      ending.abort();
      lose();
      await ran;
      await close();
    },
  };
};
