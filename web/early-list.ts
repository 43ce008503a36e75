/** What `use-leads-address.ts` reads as well: the address names a city, or tells of a payment that was cancelled. */
const LIST_FIRST = /[?&](?:city=[^&]|cancelled\b)/;

/** Whether there is no place to return to: on Back, Forward and reload the browser and `use-kept-place.ts` restore it. */
const isNew = (): boolean =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type === 'navigate';

/**
 * Scrolls to the list of a page that the server has drawn, where its address asks for that, as soon as the page is parsed: the page can be
 * pressed then, and on hydration the list would move away under a finger. Visitors who have moved by themselves already stay where they
 * are. Call once, after `watchMoves`.
 */
export const showListFirst = (): void => {
  if (!LIST_FIRST.test(window.location.search) || !isNew()) return;
  const showFrom = (place: number): boolean => {
    if (window.scrollY !== place || document.documentElement.dataset['moved'] !== undefined) return false;
    document.querySelector('#available-leads')?.scrollIntoView();
    return true;
  };
  const show = (): void => {
    if (!showFrom(0)) return;
    const { scrollY } = window;
    // A font that comes late breaks the lines above the list elsewhere, by which its heading could leave the window.
    void document.fonts.ready.then(() => showFrom(scrollY));
  };
  // The next state comes before any deferred script.
  if (document.readyState === 'loading') document.addEventListener('readystatechange', show, { once: true });
  else show();
};
