import { useLayoutEffect, useRef } from 'react';

/** Answers whether the visitor has left what is drawn here. */
export const useHasLeft = (): (() => boolean) => {
  const isGone = useRef(false);
  useLayoutEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return () => isGone.current;
};
