import { vi } from 'vitest';

/** The visitor comes back to the page: as browsers say it for another tab before, the browser's memory, and the connection. */
export const comeBack = (by: 'tab' | 'memory' | 'connection' = 'tab'): void => {
  if (by === 'tab') document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  if (by === 'memory') window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  if (by === 'connection') window.dispatchEvent(new Event('online'));
};

/** The visitor looks at something else. */
export const hidePage = (): void => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  comeBack('tab');
  hidden.mockRestore();
};
