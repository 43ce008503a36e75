import { useSyncExternalStore } from 'react';

/** A wide window, or paper: both show tables. */
const WIDE = '(min-width: 80rem), print';

/** Browsers lay a page out for the printer before they report the change of its media queries. */
let isPrinting = false;

const subscribe = (onChange: () => void): (() => void) => {
  const leaving = new AbortController();
  const { signal } = leaving;
  const onPrint = ({ type }: Event): void => {
    isPrinting = type === 'beforeprint';
    onChange();
  };
  window.matchMedia(WIDE).addEventListener('change', onChange, { signal });
  window.addEventListener('beforeprint', onPrint, { signal });
  window.addEventListener('afterprint', onPrint, { signal });
  return () => leaving.abort();
};

/** Whether there is room for a table. */
export const useWide = (): boolean =>
  useSyncExternalStore(subscribe, () => isPrinting || window.matchMedia(WIDE).matches);
