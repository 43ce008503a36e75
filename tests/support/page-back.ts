import { vi } from 'vitest';

/** The visitor comes back to the page: with the events of another tab before, of the browser's cache, or of the connection. */
export const comeBack = (by: 'tab' | 'memory' | 'connection' = 'tab'): void => {
  if (by === 'tab') document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  if (by === 'memory') window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  if (by === 'connection') window.dispatchEvent(new Event('online'));
};

/** The visitor switches to another tab. */
export const hidePage = (): void => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  comeBack('tab');
  hidden.mockRestore();
};
