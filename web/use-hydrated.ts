import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => {};

/** Whether the page is hydrated: until then it is only the HTML of the server, and does not react. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
