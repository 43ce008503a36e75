/** How a browser says so. `pageshow` comes with every load as well. */
const SIGNS = ['visibilitychange', 'pageshow', 'online'];

/** Whether somebody may have this page before him, with a connection. */
export const isSeen = (): boolean => !document.hidden && navigator.onLine;

/**
 * Tells whenever somebody has this page before him again, with a connection: it is visible again, comes back from the browser's
 * memory, or is online again. Answers how to stop.
 */
export const onPageBack = (hear: () => void): (() => void) => {
  const listening = new AbortController();
  const look = (event: Event): void => {
    const isLoad = (event as PageTransitionEvent).persisted === false;
    if (!isLoad && isSeen()) hear();
  };
  for (const sign of SIGNS) window.addEventListener(sign, look, { signal: listening.signal });
  return () => listening.abort();
};
