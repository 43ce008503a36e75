import { setImmediate as endOfTurn } from 'node:timers/promises';

/** Reads what a key stands for, or takes part in a reading of it. */
export type ReadTogether<Value> = (key: string, read: () => Promise<Value>) => Promise<Value>;

/**
 * One reading for all who ask for the same in one turn of the event loop. It begins when they have all asked, so that nobody is
 * shown what was before; and a crowd costs the store no more than one of them.
 */
export const readTogether = <Value>(): ReadTogether<Value> => {
  const asked = new Map<string, Promise<Value>>();
  return (key, read) => {
    const shared = asked.get(key);
    if (shared !== undefined) return shared;
    const reading = endOfTurn().then(() => {
      // Who comes from now on comes too late for it.
      asked.delete(key);
      return read();
    });
    asked.set(key, reading);
    return reading;
  };
};
