import { setTimeout as wait } from 'node:timers/promises';

import type { Log } from '#application/ports/log.ts';
import { openServer } from './server.ts';

export type Listener = {
  /** Whether everything that was told until a second ago has been heard. */
  readonly isHearing: () => boolean;
  readonly close: () => Promise<void>;
};

/** So long after it was last known to be whole, a line that has fallen silent is still believed. In milliseconds, as all here. */
const BELIEVED = 1_000;
const BETWEEN_BEATS = 250;

/** It does not wait behind anything, so a statement that takes longer is not answered at all. */
const LINE = { poolSize: 1, acquireMilliseconds: 2_000, statementMilliseconds: 500, answerMilliseconds: 250 };

const NO_RECORDS = { entities: [], discovery: { warnWhenNoEntities: false }, ensureDatabase: false };

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2_000;

const STILL_LISTENS = 'select 1 from pg_listening_channels() as channel where channel = $1';

type Needs = {
  readonly url: string;
  readonly channel: string;
  /** After each notification, and whenever one may have been missed. */
  readonly heard: () => void;
  readonly log: Log;
};

/**
 * Listens to a channel of a PostgreSQL server on a connection of its own, for as long as the process lives: whenever that breaks or falls
 * silent, on a new one.
 */
export const listen = async ({ url, channel, heard, log }: Needs): Promise<Listener> => {
  const { pool, close } = await openServer({ url, ...LINE }, NO_RECORDS);
  // What the pool holds but nobody uses may break as well.
  pool.on('error', () => {});
  const ending = new AbortController();
  const { signal } = ending;
  let believedUntil = Number.NEGATIVE_INFINITY;

  const lose = (): void => {
    believedUntil = Number.NEGATIVE_INFINITY;
  };

  /** Hears what there is to hear until the line breaks. */
  const attend = async (whole: () => void): Promise<void> => {
    const line = await pool.connect();
    try {
      line.on('notification', heard);
      line.on('error', lose);
      line.on('end', lose);
      await line.query(`listen ${channel}`);
      // What has happened since the last line broke, nobody knows.
      heard();
      while (!signal.aborted) {
        const asked = performance.now();
        // The server hands out what it has to tell before it answers: once it has, everything until the question is known.
        const { rows } = await line.query(STILL_LISTENS, [channel]);
        if (rows.length === 0) throw new Error('the session is another one');
        believedUntil = asked + BELIEVED;
        whole();
        await wait(BETWEEN_BEATS, undefined, { signal, ref: false });
      }
    } finally {
      lose();
      line.removeListener('notification', heard);
      line.release(true);
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
