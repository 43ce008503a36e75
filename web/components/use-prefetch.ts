import { useEffect, useRef } from 'react';

type Fetch = () => Promise<unknown>;

/**
 * Fetches parts of this page once the browser is idle: the press that needs them finds them, even if the connection is gone by then, or
 * the product was updated. A failure shows when they are needed.
 */
export const usePrefetch = (...fetches: readonly Fetch[]): void => {
  const parts = useRef(fetches);
  useEffect(() => {
    const fetchAll = (): void => parts.current.forEach((fetch) => void fetch().catch(() => undefined));
    // Safari has no `requestIdleCallback`.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(fetchAll);
    else setTimeout(fetchAll, 1_000);
  }, []);
};
