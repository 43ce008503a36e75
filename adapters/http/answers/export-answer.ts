import type { Context } from 'hono';

import type { AuthorizedExport } from '#application/export-vault.ts';
import type { Log } from '#application/ports/log.ts';
import { exportSlots } from './export-slots.ts';
import { exportStream } from './export-stream.ts';
import { Refused, tryAgainIn } from '#adapters/http/failures.ts';

const OFTEN = 'You have exported as often as you can for now.';

const TYPE = { 'Content-Type': 'application/json' };

/** The same values; `atEnd` is called when no more of them are read. */
async function* until<Value>(values: AsyncIterable<Value>, atEnd: () => void): AsyncGenerator<Value> {
  try {
    yield* values;
  } finally {
    atEnd();
  }
}

/**
 * Answers a user who may export with an `ExportAnswer`, which holds a slot until it is read or given up. HEAD takes no slot, is no try
 * and is not in the audit: nothing is exported. Throws `Refused`: `BUSY`, `TOO_MANY_TRIES`.
 */
export const exportAnswers = (log: Log) => {
  const takeSlot = exportSlots();

  return async (c: Context, { userId, start }: AuthorizedExport): Promise<Response> => {
    if (c.req.method === 'HEAD') return c.body(null, 200, TYPE);
    // Taken before the export counts as a try.
    const leave = takeSlot(userId);
    try {
      // If the deadline has answered meanwhile, nobody would read this answer to its end, or signal that they go away.
      const started = await start(() => c.finalized);
      if (started.is === 'too-often') {
        const { retryAfterSeconds } = started;
        const message = `${OFTEN} ${tryAgainIn(retryAfterSeconds)}`;
        throw new Refused('TOO_MANY_TRIES', { message, retryAfterSeconds });
      }
      const body = await exportStream(until(started.leads, leave), (error) => log.error('export broke off', { error }));
      return c.body(body, 200, TYPE);
    } catch (error) {
      leave();
      throw error;
    }
  };
};
