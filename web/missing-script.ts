/** An attribute of the root element once the page's own script has come; `main.tsx` sets it. */
const HERE = 'data-here';

const isReloaded = (): boolean =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type === 'reload';

/**
 * The page's own script may be missing: after an update, the process that was asked for it may be of another version than the page.
 * Nothing works without it, so the page is reloaded. A page that was reloaded already stays as it is, and so does one without a
 * connection: what it shows can be read. Call once.
 */
export const reloadWithoutScript = (): void =>
  window.addEventListener('load', () => {
    if (!document.documentElement.hasAttribute(HERE) && navigator.onLine && !isReloaded()) window.location.reload();
  });
