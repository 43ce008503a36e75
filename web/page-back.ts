/** The events that announce it. `pageshow` comes with every load as well. */
const SIGNS = ['visibilitychange', 'pageshow', 'online'];

/** Whether the page is on screen, with a connection. */
export const isSeen = (): boolean => !document.hidden && navigator.onLine;

/**
 * Calls `hear` whenever the page is back on screen with a connection: it is shown again, is restored by Back or Forward, or is online
 * again. Answers how to stop.
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
