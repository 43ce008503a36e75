import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => {};

/** Whether the page is hydrated, and so answers to what is done on it: not while it is only what the server has drawn. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
