import { setTimeout as wait } from 'node:timers/promises';

/** What the first of these resolves to, or `undefined` if that takes longer than so many seconds. */
export const within = async <T>(seconds: number, promises: Iterable<Promise<T>>): Promise<T | undefined> => {
  const clock = new AbortController();
  try {
    return await Promise.race([...promises, wait(seconds * 1_000, undefined, { signal: clock.signal })]);
  } finally {
    clock.abort();
  }
};
