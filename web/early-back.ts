/** What `back-step.ts` keeps in the history entry of a layer that lies over a screen, such as a dialog. */
const OVER = 'over';

/**
 * Leaves such an entry where a page is loaded at it, by a reload or by Back from another site: no layer is open then, and Back would seem
 * to do nothing. Those with a slow connection have the script of the layers much later. Call once.
 */
export const leaveClosedLayer = (): void => {
  if (window.history.state === OVER) window.history.back();
};
