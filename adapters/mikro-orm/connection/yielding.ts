import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';

/** In milliseconds: how long statements may follow one another in one turn of the event loop. */
const LONG = 10;

/**
 * The embedded database works in the process that asks it, and answers within the same turn of the event loop: many statements, as in
 * the weekly refresh, would let no request in before they have ended. So a statement waits for the next turn if this one has been long.
 * It waits only once, however long that turn is by then: otherwise the many statements of a long transaction would put it off forever.
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
  // Every statement is run by this, also inside a transaction.
  const run = pglite._runExclusiveQuery.bind(pglite);
  pglite._runExclusiveQuery = async (statement) => {
    await turn();
    return run(statement);
  };
  return pglite;
};
