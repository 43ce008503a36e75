/** Input by which visitors scroll themselves. */
const MOVES = ['pointerdown', 'wheel', 'keydown'];

/**
 * Keeps on the root element when the visitor last moved, before hydration as well as after it: the time of that event, in milliseconds
 * since the page was requested. `use-kept-place.ts` reads it. Call once.
 */
export const watchMoves = (): void => {
  const root = document.documentElement;
  for (const move of MOVES)
    window.addEventListener(move, ({ timeStamp }) => (root.dataset['moved'] = `${timeStamp}`), {
      capture: true,
      passive: true,
    });
};
