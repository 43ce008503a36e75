import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

import { lastArrival } from '#web/navigation.ts';
import { useQuery } from '#web/use-query.ts';

/** Where the query of the list that was last left or hidden in this tab is stored, with its scroll position. */
const KEY = 'homelead.place';

const keep = (search: string): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([search, window.scrollY]));
  } catch {
    // Without storage the page begins at the top again.
  }
};

/** Whether the visitor returns to the screen: by Back, Forward or a reload. */
const isReturn = (): boolean => {
  if (lastArrival() !== 'load') return lastArrival() === 'history';
  const [load] = performance.getEntriesByType('navigation');
  return load !== undefined && 'type' in load && load.type !== 'navigate';
};

/** The stored scroll position in pixels; 0 if there is none to return to. */
const keptPlace = (search: string): number => {
  if (!isReturn()) return 0;
  try {
    const [left, place] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as readonly unknown[];
    return left === search && typeof place === 'number' ? place : 0;
  } catch {
    return 0;
  }
};

/** Whether the visitor has moved since a time, in milliseconds since the page was requested; `early-move.ts` notes it. */
const hasMovedSince = (time: number): boolean => Number(document.documentElement.dataset['moved'] ?? 0) > time;

/**
 * Restores the scroll position on a screen whose list comes too late for the browser to do so: on Back, on Forward, and on a reload,
 * which phones do by themselves during a call. A visitor who moves meanwhile is left alone.
 */
export const useKeptPlace = (screen: RefObject<HTMLElement | null>): void => {
  const search = useQuery();

  useLayoutEffect(() => {
    const place = keptPlace(search);
    // A page that was just loaded has been on show since before it was hydrated.
    const shown = lastArrival() === 'load' ? 0 : performance.now();
    const grown = new ResizeObserver(() => {
      const isMoved = hasMovedSince(shown);
      if (!isMoved && document.documentElement.scrollHeight - window.innerHeight < place) return;
      grown.disconnect();
      if (!isMoved) window.scrollTo(0, place);
    });
    if (place > 0 && screen.current !== null) grown.observe(screen.current);
    const onHidden = (): void => keep(search);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      grown.disconnect();
      document.removeEventListener('visibilitychange', onHidden);
      // The scroll position is still the one of this screen, though the address may be the one of the next.
      keep(search);
    };
  }, [screen, search]);
};
