import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => {};

/** Whether the page answers to what is done on it: not yet, while it is only what the server has drawn. */
export const useAwake = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
