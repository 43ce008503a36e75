/** The root element has this once the page's own script has come: `main.tsx` sets it. */
const HERE = 'data-here';

const isReloaded = (): boolean =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type === 'reload';

/**
 * The page's own script may be gone: the product was updated, and the process that was asked for it is of another version than the
 * page. Without it nothing answers, so the page is asked for once more. One that was reloaded stays as it is, and so does one whose
 * connection is gone: what it shows can be read. Call once.
 */
export const reloadWithoutScript = (): void =>
  window.addEventListener('load', () => {
    if (!document.documentElement.hasAttribute(HERE) && navigator.onLine && !isReloaded()) window.location.reload();
  });
