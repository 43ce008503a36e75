import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

import { lastArrival } from '#web/navigation.ts';
import { useQuery } from '#web/use-query.ts';

/** The list that was last left or hidden in this tab, as the address names it after `?`, and how far down that was. */
const KEY = 'homelead.place';

const keep = (search: string): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([search, window.scrollY]));
  } catch {
    // Without storage one begins at the top again.
  }
};

/** Whether one comes back to the screen: by Back, Forward or a reload. */
const isReturn = (): boolean => {
  if (lastArrival() !== 'load') return lastArrival() === 'history';
  const [load] = performance.getEntriesByType('navigation');
  return load !== undefined && 'type' in load && load.type !== 'navigate';
};

/** In pixels; 0 when there is none to go back to. */
const keptPlace = (search: string): number => {
  if (!isReturn()) return 0;
  try {
    const [left, place] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as readonly unknown[];
    return left === search && typeof place === 'number' ? place : 0;
  } catch {
    return 0;
  }
};

/** What shows that somebody goes somewhere himself. */
const MOVES = ['pointerdown', 'wheel', 'keydown'];

/**
 * Keeps the place on a screen whose list comes too late for the browser to do so: after a reload, which a phone does by itself
 * while one is in a call, and by Back and Forward. Whoever moves meanwhile is left where he goes.
 */
export const useKeptPlace = (screen: RefObject<HTMLElement | null>): void => {
  const search = useQuery();

  useLayoutEffect(() => {
    const place = keptPlace(search);
    const grown = new ResizeObserver(() => {
      if (document.documentElement.scrollHeight - window.innerHeight < place) return;
      stop();
      window.scrollTo(0, place);
    });
    const stop = (): void => {
      grown.disconnect();
      for (const move of MOVES) window.removeEventListener(move, stop);
    };
    if (place > 0 && screen.current !== null) {
      grown.observe(screen.current);
      for (const move of MOVES) window.addEventListener(move, stop, { passive: true });
    }
    const onHidden = (): void => keep(search);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', onHidden);
      // The screen is still in its place, though the address may be the next one's.
      keep(search);
    };
  }, [screen, search]);
};
