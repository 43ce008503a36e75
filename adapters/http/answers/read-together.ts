import { setImmediate as endOfTurn } from 'node:timers/promises';

/** Reads the value of a key, or joins a read of it. */
export type ReadTogether<Value> = (key: string, read: () => Promise<Value>) => Promise<Value>;

/**
 * One read for all who ask for the same in one turn of the event loop (request coalescing). It begins after the last of them has asked,
 * so that nobody is shown an older state; and a crowd costs the store no more than one of them.
 */
export const readTogether = <Value>(): ReadTogether<Value> => {
  let turn: { readonly asked: Map<string, Promise<Value>>; readonly end: Promise<void> } | undefined;
  const begin = () => ({
    // A new map for each turn: a later request must not join a read that has begun.
    asked: new Map<string, Promise<Value>>(),
    end: endOfTurn().then(() => {
      turn = undefined;
    }),
  });
  return (key, read) => {
    turn ??= begin();
    const { asked, end } = turn;
    const known = asked.get(key);
    if (known !== undefined) return known;
    const reading = end.then(read);
    asked.set(key, reading);
    return reading;
  };
};
