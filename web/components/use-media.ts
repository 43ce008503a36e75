import { useSyncExternalStore } from 'react';

/** Whether a media query fits the window. Only where there is one: nothing that the server draws may ask. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
  );
