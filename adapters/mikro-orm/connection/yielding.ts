import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';

/** For so long statements follow one another in one turn of the event loop, in milliseconds. */
const LONG = 10;

/**
 * The embedded database works in the process that asks it, and answers without leaving the event loop's turn: work of many statements, such
 * as the refresh of a week, would let no request in before it has ended. So a statement waits for the next turn where this one has been long.
 * It waits once, whatever that turn has become: else long transactions would put off all others for ever.
 */
export const yielding = (pglite: PGlite): PGlite => {
  let begun: number | undefined;
  const turn = async (): Promise<void> => {
    if (begun !== undefined && performance.now() - begun >= LONG) await nextTurn();
    if (begun !== undefined) return;
    begun = performance.now();
    setImmediate(() => {
      begun = undefined;
    });
  };
  // Each statement goes this way, also those inside of a transaction.
  const run = pglite._runExclusiveQuery.bind(pglite);
  pglite._runExclusiveQuery = async (statement) => {
    await turn();
    return run(statement);
  };
  return pglite;
};
