import { useCallback, useRef } from 'react';
import type { FocusEvent, RefObject } from 'react';

/** Remembers from where the focus comes into a region, and gives it back once what had it there is about to go. */
export const useFocusBack = (region: RefObject<HTMLElement | null>) => {
  const cameFrom = useRef<HTMLElement>(undefined);
  const onFocus = useCallback(({ currentTarget, relatedTarget }: FocusEvent): void => {
    const isFromOutside = relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget);
    if (isFromOutside) cameFrom.current = relatedTarget;
  }, []);
  const giveBack = useCallback((): void => {
    if (region.current?.contains(document.activeElement)) cameFrom.current?.focus({ preventScroll: true });
  }, [region]);
  return { onFocus, giveBack };
};
